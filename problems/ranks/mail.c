#include "problems/ranks/mail.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum status mail_put(struct mail *mail, int rank, const void *bytes, size_t size)
{
    struct box *box = &mail->out[rank];
    MUST(reserve(&box->bytes, &box->room, box->used + size, 1, "what ranks exchange"));
    memcpy(box->bytes + box->used, bytes, size);
    box->used += size;
    mail->waiting += size;
    return OK;
}

static enum status mail_make_room(struct mail *mail)
{
    for (int k = 0; k < ranks_self()->size; k++) {
        struct box *box = &mail->in[k];
        MUST(reserve(&box->bytes, &box->room, box->used, 1, "what ranks exchange"));
    }
    return OK;
}

/* Tells each rank how many bytes come from each other rank. */
static void gather_sizes(struct mail *mail)
{
    uint64_t mine[MOST_PARTS] = {0}, all[MOST_PARTS][MOST_PARTS];
    for (int k = 0; k < ranks_self()->size; k++) mine[k] = mail->out[k].used;
    ranks_link_here()->gather(mine, sizeof mine, all);
    for (int k = 0; k < ranks_self()->size; k++) mail->in[k].used = all[k][ranks_self()->rank];
}

enum status mail_exchange(struct mail *mail, enum status mine)
{
    struct link_piece sent[MOST_PARTS], received[MOST_PARTS];
    const int size = ranks_self()->size;
    MUST(ranks_agree(mine));
    gather_sizes(mail);
    MUST(ranks_agree(mail_make_room(mail)));
    for (int k = 0; k < size; k++) {
        sent[k] = (struct link_piece){k, mail->out[k].bytes, mail->out[k].used};
        received[k] = (struct link_piece){k, mail->in[k].bytes, mail->in[k].used};
        mail->out[k].used = 0;
    }
    ranks_link_here()->exchange(size, sent, size, received);
    mail->waiting = 0;
    return OK;
}

void mail_free(struct mail *mail)
{
    for (int k = 0; k < MOST_PARTS; k++) {
        free(mail->out[k].bytes);
        free(mail->in[k].bytes);
    }
    *mail = (struct mail){0};
}
