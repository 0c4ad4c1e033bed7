"""What Storm says of models: run by a Python that has stormpy.

A job is a line of JSON: a model's files, properties, and a folder to write the model into. Its
answer is a line of JSON: a value or an error for each property, and an error for each export."""
import json, os, sys

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # Storm prints
import stormpy
from stormpy import io

EXACT = ("--eqsolver eigen --eigen:method sparselu --lra:detmethod distr --lra:precision 1e-12 "
         "--timebounded:precision 1e-12 --timebounded:absolute")


def load(job):
    kind, path, reward = job["format"], job["model"], job.get("reward")
    if kind == "drn":
        return stormpy.build_model_from_drn(path)
    if kind == "umb":
        return stormpy.build_model_from_umb(path)
    if kind == "storm":
        return stormpy.build_model_from_explicit(path, path[:-3] + "lab", state_rewards=reward,
                                                 transition_rewards=job.get("moves"))
    program = stormpy.parse_prism_program(path, prism_compatibility=True)
    options = stormpy.BuilderOptions(build_full=True)
    options.set_scale_and_lift_transition_rewards(False)
    return stormpy.build_model(program, options=options)


def value(model, text, environment):
    result = stormpy.model_checking(model, stormpy.parse_properties(text)[0],
                                    only_initial_states=False, environment=environment)
    first = [result.get_value(state) for state in model.initial_states]
    how = {"max": max, "min": min}.get(text.startswith("filter(") and text[7:10])
    return how(first) if how else sum(first) / len(first)


def export(model, folder, name):
    path = os.path.join(folder, name)
    if name.endswith(".drn"):
        options = io.DirectEncodingExporterOptions()
        options.output_precision = 17
        return stormpy.io.export_to_drn(model, path, options=options)
    options = io.UmbExportOptions()
    options.compression = getattr(io.CompressionMode, name[:-4])
    return stormpy.io.export_to_umb(model, path, options=options)


def tried(act, *arguments):
    try:
        return {"value": act(*arguments)}
    except Exception as error:  # Storm's exceptions have types of their own
        return {"error": " ".join(str(error).split())[:200]}


print(json.dumps({"version": stormpy.__version__}), file=out, flush=True)
stormpy.developer.set_from_exploded_string(EXACT.split())
environment = stormpy.developer.EnvironmentBuilder.build_environment()
for line in sys.stdin:
    job = json.loads(line)
    loaded = tried(load, job)
    model = loaded.get("value")
    answers = [tried(value, model, ask, environment) if model else loaded
               for ask in job["properties"]]
    exports = {name: tried(export, model, job["folder"], name).get("error") if model else "no model"
               for name in job.get("exports", [])}
    print(json.dumps({"answers": answers, "exports": exports}, default=str), file=out, flush=True)
