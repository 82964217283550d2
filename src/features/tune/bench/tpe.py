# Optuna's TPE as a process: reads {"seed", "flags": [{"count", "order"}]} and then one result a line (a number, or null
# for a setting that fails); writes one setting a line. `order` are the positions of a scale, ascending; null elsewhere.
import json
import sys

import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)
space = json.loads(sys.stdin.readline())
study = optuna.create_study(
    direction="maximize", sampler=optuna.samplers.TPESampler(seed=space["seed"], multivariate=True)
)


def suggested(trial, axis, flag):
    if flag["order"] is None:
        return trial.suggest_categorical(str(axis), list(range(flag["count"])))
    return flag["order"][trial.suggest_int(str(axis), 0, flag["count"] - 1)]


defaults = {
    str(axis): 0 if flag["order"] is None else flag["order"].index(0)
    for axis, flag in enumerate(space["flags"])
}
study.enqueue_trial(defaults)
while True:
    trial = study.ask()
    choice = [suggested(trial, axis, flag) for axis, flag in enumerate(space["flags"])]
    print(json.dumps(choice), flush=True)
    line = sys.stdin.readline()
    if line == "":
        break
    value = json.loads(line)
    if value is None:
        study.tell(trial, state=optuna.trial.TrialState.FAIL)
    else:
        study.tell(trial, value)
