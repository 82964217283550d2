// Flags that mean something else here than to the original, and why.

export const flagDifferences: ReadonlyMap<string, string> = new Map([
  ['--base-url', 'A slash at the end is left out before the endpoint is added.'],
  ['--endpoint', 'Checked against the backend before anything is sent, not by each request.'],
  ['--header', 'Values are hidden in everything that is printed or kept.'],
  ['--model', 'Compared with the list of the server, with a warning where that lacks it.'],
  [
    '--tokenizer',
    'A file that is not there is refused; without the flag the server itself stands in for one.',
  ],
  ['--use-beam-search', 'Taken and without effect, as in all clients but that of 2024.'],
  ['--trust-remote-code', 'Taken and without effect: no code of a model is run.'],
  [
    '--tokenizer-mode',
    'auto, hf and slow are one, mistral reads tekken.json alone, deepseek_v32 takes no tools; others are refused.',
  ],
  [
    '--dataset-path',
    'Required where a dataset is a file, refused where it is not; sharegpt and sonnet have a usual one.',
  ],
  ['--num-prompts', 'Below 1 only where that means all rows.'],
  ['--output-len', 'Refused where it would have no effect.'],
  ['--skip-chat-template', 'Refused for spec_bench, which ignores it.'],
  ['--chat-template-kwargs', 'Refused where no template would see it; dotted parts are taken too.'],
  ['--random-range-ratio', 'Judged by what the era of --compat takes.'],
  ['--max-concurrency', '0 is refused; connections are not limited by it.'],
  [
    '--ramp-up-start-rps',
    '0 is refused for a linear ramp as well: its first request would never leave.',
  ],
  ['--self-timed', 'Requests with a rate or a ramp beside it are refused.'],
  [
    '--duration-minutes',
    'Of a private fork; prompts are made for the whole time and repeated only where there are too few.',
  ],
  [
    '--ready-check-timeout-sec',
    'Tries every second, not every five, and covers the list of models as well.',
  ],
  [
    '--probe-request-rate',
    'Probes leave on schedule, not so long after the answer before, and stretch no run.',
  ],
  ['--profile', 'One that cannot be started or stopped is a warning, not silence.'],
  ['--percentile-metrics', 'Blanks are left out, and an unknown name is a warning, not silence.'],
  ['--metric-percentiles', 'Refused outside 0 to 100.'],
  ['--goodput', 'Judged before the dataset is read; limits may be joined by commas.'],
  ['--metadata', 'Judged before the run, not after it.'],
  ['--extra-body', 'Dotted parts are taken by every era.'],
  ['--result-dir', 'Tried out before the run.'],
  ['--result-filename', 'Tried out before the run; folders in it are made.'],
  ['--plot-timeline', 'A page of our own design that stands alone; no result need be saved.'],
  ['--timeline-itl-thresholds', 'Refused where the second is not above the first.'],
  ['--plot-dataset-stats', 'An SVG picture of our own design; no result need be saved.'],
  ['--dry-run', 'Of a sweep, the prompts of each load without the empty table.'],
  [
    '--num-runs',
    'Each result is saved, with its number in the name; combined with a sweep it is refused.',
  ],
  [
    '--sweep-max-concurrency',
    'Combined with --sweep-request-rate it is refused, as is a value listed twice.',
  ],
  [
    '--sweep-request-rate',
    'Combined with --sweep-max-concurrency it is refused, as is a value listed twice.',
  ],
  ['--reset-prefix-cache', 'Before each run, also where there is one or several of --num-runs.'],
  [
    '--compare',
    'Our own comparison stands around the table: a sentence above it, figures with intervals and verdicts below.',
  ],
  ['--max-model-len', 'Refused for conversations; the number of requests left out is printed.'],
  [
    '--random-cache-hit-fraction',
    'The same ids as there at the same seed, where --tokenizer names a file; refused where it would have no effect. Arrival times are those of the Python client.',
  ],
  [
    '--profile-batch-threshold',
    'Requests of all engines are summed; a threshold never reached is a warning.',
  ],
  ['--disable-tqdm', 'The progress shown is our own, on standard error.'],
])
