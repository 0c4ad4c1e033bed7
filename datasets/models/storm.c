/* Storm, through stormpy, in $WARPMARK_PYTHON or python3. */
#include <stdlib.h>

#include "datasets/models/exporter.h"

static const char version_text[] =
    "from importlib.metadata import version\nprint('stormpy', version('stormpy'))\n";
static const char build_text[] =
    "import sys, stormpy\n"
    "from stormpy.io import export_to_drn\n"
    "path, constants, target = sys.argv[1:]\n"
    "jani = path.endswith('.jani')\n"
    "model = (stormpy.parse_jani_model(path)[0] if jani else\n"
    "         stormpy.parse_prism_program(path, prism_compatibility=True))\n"
    "model = stormpy.instantiate_constants(model, constants)[0] if constants else model\n"
    "export_to_drn(stormpy.build_model(model), target)\n";

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

static void build(const char *model, const char *constants, const char *target,
                  const char *words[EXPORTER_WORDS])
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
    .form = "drn",
    .version = version,
    .build = build,
    .by_hand = "storm --jani %f%c --buildfull --exportbuild %s.drn",
};
