/* The part of a DRN file before its states, and names that header and states share. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Storm knows only labels that some state has. So Warpmark writes an additional last state with the
 * labels that no state has. No transition leads to it. This comment marks such a file, and the
 * reader drops the state. */
#define DRN_LABEL_STATE "// The last state is not part of the model: it has labels of no state"

/* The name of an action without one, in PRISM's files. */
#define DRN_NO_LABEL "__NOLABEL__"

struct drn_header {
    enum chain_type type;
    uint32_t n;
    uint64_t choices; /* 0: the file does not count them */
    char *rewards;    /* the line of their names, NULL where there is none */
    char *labels;     /* what follows "// Labels:", NULL where there is no such comment */
    bool intervals;   /* the file says that probabilities are intervals */
    bool by_prism;    /* "// Exported by prism" */
    bool label_state; /* DRN_LABEL_STATE */
};

/* Reads up to the line @model. header->type: what the user said, or CHAIN_UNKNOWN. Errors:
 * ERROR_IO, ERROR_INPUT, ERROR_HOST_MEMORY; header is to be freed in any case. */
enum status drn_read_header(struct lines *lines, struct drn_header *header);
void drn_header_free(struct drn_header *header);

/* Cuts a name off *text: a word, or anything in double quotes. NULL at the end of the text, and
 * where a quote does not close or is followed at once by something else. */
char *drn_name(char **text);
