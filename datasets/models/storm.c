/* Storm, through stormpy, in $WARPMARK_PYTHON or python3. */
#include <stdlib.h>

#include "datasets/models/exporter.h"

static const char version_text[] =
    "from importlib.metadata import version\nprint('stormpy', version('stormpy'))\n";
/* UMB has the doubles with which Storm computes; DRN has only ten of their digits. For a CTMC, UMB
 * has quotients, so the rates themselves are stored beside them, under the name of UMB_RATES. */
static const char build_text[] =
    "import array, io, sys, tarfile, stormpy\n"
    "try: from stormpy.io import export_to_umb, CompressionMode, UmbExportOptions\n"
    "except ImportError: sys.exit('stormpy 2.0 or newer is needed, which loses no digits')\n"
    "path, constants, target = sys.argv[1:]\n"
    "jani = path.endswith('.jani')\n"
    "model = (stormpy.parse_jani_model(path)[0] if jani else\n"
    "         stormpy.parse_prism_program(path, prism_compatibility=True))\n"
    "model = stormpy.instantiate_constants(model, constants)[0] if constants else model\n"
    "build = stormpy.BuilderOptions()\n"
    "build.set_build_all_labels()\n"
    "build.set_build_all_reward_models()\n"
    "build.set_build_choice_labels(str(model.model_type).endswith('MDP'))\n"
    "chain, options = stormpy.build_model(model, options=build), UmbExportOptions()\n"
    "options.compression = CompressionMode.NO_COMPRESSION\n"
    "export_to_umb(chain, target, options=options)\n"
    "if chain.model_type.name == 'CTMC':\n"
    "    rates = array.array('d', (entry.value for entry in chain.transition_matrix)).tobytes()\n"
    "    member = tarfile.TarInfo('branch-to-rate.bin')\n"
    "    member.size = len(rates)\n"
    "    with tarfile.open(target, 'a') as umb: umb.addfile(member, io.BytesIO(rates))\n";

static const char *python(void)
{
    const char *own = getenv("WARPMARK_PYTHON");
    return own && *own ? own : "python3";
}

static void version(const char *words[EXPORTER_WORDS])
{
    *words++ = python();
    *words++ = "-c";
    *words++ = version_text;
    *words = NULL;
}

static void storm_build_words(const char *model, const char *constants, const char *target,
                              const char *rates, const char *words[EXPORTER_WORDS])
{
    *words++ = python();
    *words++ = "-c";
    *words++ = build_text;
    *words++ = model;
    *words++ = constants;
    *words++ = target;
    *words = NULL;
}

static const char *const endings[] = {".jani", ".prism", ".pm", ".sm", ".nm", NULL};

const struct exporter exporter_storm = {
    .title = "Storm",
    .install = "stormpy for python3, or for $WARPMARK_PYTHON",
    .endings = endings,
    .form = "umb",
    .version = version,
    .build = storm_build_words,
    .by_hand = "storm --jani %f%c --buildfull --exportbuild %s.umb",
};
