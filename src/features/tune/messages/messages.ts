// Messages of a tuning: its file, its decisions, its answer.
export const tuneMessages = {
  'tune.file.budget.remedy':
    'Say how much the tuning may spend: "gpu-minutes: 60", "runs: 200", "wall-clock: 2 h", or several of them.',
  'tune.file.limits.remedy':
    'A capacity is the highest load that holds the limits. Add them, such as "p95 ttft <= 500 ms".',
  'tune.file.flags': 'must name 1 to {most} flags of the server that may vary',
  'tune.file.flags.remedy':
    'Write each flag with its values, such as "max-num-seqs: 32..512 x2" or "enable-prefix-caching: [true, false]".',
  'tune.file.notServer': 'is not a flag of the server',
  'tune.file.notServer.remedy': 'Flags of the benchmark belong under "benchmark:".',
  'tune.file.condition': 'must name another tuned flag with some of its values',
  'tune.file.condition.remedy':
    'Write the flag and the values under which this one has an effect, such as "attention-backend: FLASHINFER".',
  'tune.preset.leftOut': '--{flag} does not vary. {why}',
  'tune.preset.oneGpu': 'The server has one GPU.',
  'tune.preset.noDrafter':
    'It needs a model that drafts tokens: name it as "speculative-model" in the file.',
  'tune.preset.notSimulated': 'The simulator does not model it.',
  'tune.preset.noFlags': 'The preset has no flag for this server.',
  'tune.file.price.remedy':
    'A cost needs the price of the server: add "price: { per-hour: 2.5, currency: USD }".',
  'tune.file.oneObjective': 'is a second objective; a tuning has one',
  'tune.noEnergy': 'A simulated server has no GPU whose energy could be measured.',
  'tune.objective.capacity': 'capacity',
  'tune.objective.tokens-per-gpu': 'tok/s per GPU',
  'tune.objective.cost': 'cost per million tokens',
  'tune.objective.energy': 'J per token',
  'tune.worth.tokens': '{value} tok/s per GPU',
  'tune.worth.cost': '{value} {currency} per million tokens',
  'tune.worth.energy': '{value} J per token',
  'tune.answer.worthAt': '{worth} at {load}',
  'tune.answer.noEnergy': 'No energy was measured: no GPU of the server reported its power',
  'tune.answer.advice.noEnergy':
    'Launch the server on a host whose GPUs Kneepoint samples (nvidia-smi), or choose another objective.',
  'tune.answer.effectsOf':
    'Effect on the objective ({objective}) against the default of each flag, averaged over the others; more is better:',
  'tune.defaults': 'the defaults',
  'tune.log.chosen': 'Next setting: {setting}, {why}.',
  'tune.log.chosen.expected':
    'Next setting: {setting}, {why}. A capacity of about {expected} is expected.',
  'tune.log.why.defaults': 'which all others are compared with',
  'tune.log.why.filling': 'to see a part of the space that is not known yet',
  'tune.log.why.promising': 'with the greatest expected improvement per second',
  'tune.log.why.doubtful': 'which may be better if flags act together more than the model expects',
  'tune.log.why.neighbour': 'one flag away from the best',
  'tune.log.why.two-flags': 'two flags away from the best',
  'tune.log.failure': 'It may fail to start or run (probability {percent} %).',
  'tune.log.left.measured':
    'Done with {setting}: the capacity is about {capacity}; the best so far has {best}.',
  'tune.log.left.surely-worse':
    'Done with {setting}: the capacity is surely below that of the best, {best}.',
  'tune.log.left.failed':
    'Done with {setting}: the server or a run failed, or its responses differ.',
  'tune.log.left.client-limited':
    'Done with {setting}: the client was the limit, so its runs show no capacity.',
  'tune.log.answers':
    '{setting}: {equal} of the tokens equal those of the defaults before the first difference; {exact} of {prompts|# response|# responses} match exactly.',
  'tune.log.answers.floor':
    'The defaults responded twice to {prompts|# greedy prompt|# greedy prompts}: {equal} of the tokens are equal before the first difference; {exact} match exactly.',
  'tune.log.answers.unknown': '{setting}: its responses were not compared. {why}',
  'tune.answers.notCompared':
    'Its responses could not be compared with those of the defaults, and "limits" demands that.',
  'tune.answers.differ':
    'Only {equal} of the tokens equal those of the defaults before the first difference; "limits" demands {least}.',
  'tune.answers.backend': 'Responses of the backend {name} cannot be compared.',
  'tune.answers.status': 'The server refused a greedy prompt with HTTP {status}.',
  'tune.answers.note':
    'The defaults equal themselves in {equal} of the tokens ({exact} of {prompts|# response|# responses} exactly); smaller differences mean nothing.',
  'tune.log.refining': 'Measured again: {setting}, which may be the best.',
  'tune.log.confirming': 'Confirmation: {setting}, with a fresh start and new runs.',
  'tune.answer.better':
    '{setting}: {capacity} within the limits ({interval}), {gain} against the defaults ({low} … {high})',
  'tune.answer.notBetter':
    'No setting found better than the defaults: {capacity} within the limits ({interval})',
  'tune.answer.challenger':
    'The best other setting, {setting}, measured {gain} against them ({low} … {high}).',
  'tune.answer.unconfirmed':
    'Most promising, not confirmed: {setting}, about {capacity} within the limits ({interval})',
  'tune.answer.unconfirmedBare':
    'Most promising, not confirmed: {setting}; its capacity is not known yet',
  'tune.answer.none': 'No setting met the limits',
  'tune.answer.open': 'No answer yet: no capacity is known so far',
  'tune.answer.advice.unconfirmed':
    'Raise the budget: the confirmation takes at least {starts} starts and {runs} runs.',
  'tune.answer.advice.client':
    'The client was the limit. Send the load from a faster or less busy machine, and start the tuning again.',
  'tune.answer.advice.open': 'Resume the tuning, or start it again with a larger budget.',
  'tune.answer.advice.none': 'Loosen the limits, or lower "from" in "objective".',
  'tune.answer.chance':
    'Among the {count|# setting|# settings} whose capacity is known, it is the best with a probability of {percent} %.',
  'tune.answer.simplest': 'Within 2 % of it with fewer flags: {setting}.',
  'tune.answer.intervals': 'Intervals hold the true value with 95 % probability.',
  'tune.answer.unsteady':
    'In {count} of the {runs} runs that confirm it, the server had not reached a steady state: with longer runs (seconds-per-run) the capacity may be lower.',
  'tune.answer.spent':
    '{tried|# setting|# settings} tried in {runs|# run|# runs}, {time} of GPU time.',
  'tune.answer.failedOne': '{setting}: {why}',
  'tune.answer.failedWhy': 'no reason was reported',
  'tune.answer.effects': 'Capacity against the default of each flag, averaged over the others:',
  'tune.answer.settings': 'Settings as they were measured on the way:',
  'tune.answer.more': '{count|# more setting is|# more settings are} in the JSON.',
  'tune.head.flag': 'flag',
  'tune.head.value': 'value',
  'tune.head.effect': 'effect',
  'tune.head.measured': 'settings',
  'tune.head.setting': 'setting',
  'tune.head.capacity': 'capacity',
  'tune.head.equal': 'equal tokens',
  'tune.head.exact': 'exact',
  'tune.plan.space':
    '{name}: {settings|# setting|# settings} of {flags|# flag|# flags}, {refused} refused beforehand',
  'tune.plan.start': 'Begins with: {settings}',
  'tune.plan.budget': 'Budget: {budget}',
  'tune.plan.gpuMinutes': '{minutes} GPU minutes',
  'tune.plan.time':
    'Takes about {duration}: {starts} starts or more of {start}, and runs of {run}.',
  'tune.plan.cost': 'At most {amount} {currency}.',
  'tune.goOnWith':
    '{done|# point is|# points are} stored. Continue with: kneepoint tune --resume {id}',
  'tune.notATuning': '"{name}" is a sweep, not a tuning.',
  'tune.notATuning.remedy': 'Continue it with "kneepoint bench sweep --resume".',
  'tune.compose.flags': 'Add the flags of the server that may vary.',
  'tune.compose.limits': 'Add a limit: a capacity is the highest load that holds the limits.',
  'tune.compose.budget': 'Set a budget: GPU time, runs or wall-clock time.',
  'tune.compose.price': 'Set the price of the server under Execution.',
  'tune.compose.oneServer': 'A tuning needs exactly one server; {count} are chosen.',
  'tune.oneServer': 'A tuning needs exactly one server; the file names {count}.',
} as const
