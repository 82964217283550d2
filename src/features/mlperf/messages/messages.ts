// Messages of rehearsals of MLPerf Endpoints.
export const mlperfMessages = {
  'mlperf.concurrency': 'Concurrency',
  'mlperf.region': 'Region',
  'mlperf.minutes': 'Minutes',
  'mlperf.status': 'Status',
  'mlperf.verdict': 'Verdict',
  'mlperf.rehearsal':
    'A rehearsal, not a submission: the checker rejects it for its seeds and its missing accuracy run, whatever else is right.',
  'mlperf.noPoint': 'No run at a fixed concurrency is among these.',
  'mlperf.noPoint.remedy':
    'Name a sweep that "kneepoint mlperf plan" wrote, or runs with --max-concurrency and --request-rate inf.',
  'mlperf.severalCurves':
    'These runs are of several servers, models or datasets; a curve is of one.',
  'mlperf.severalCurves.remedy': 'Name the runs of one of them.',
  'mlperf.cost': 'At least {hours} h of load, {gpuHours} GPU hours, without starts.',
  'mlperf.audit.passed': 'Passed: the repeated prompt is not served from stored responses.',
  'mlperf.audit.cached': 'Failed: the repeated prompt is served at least 10 % faster.',
  'mlperf.audit.incomplete': 'Failed: in one of the runs less than 90 % of the requests completed.',
  'mlperf.audit.rates':
    'Requests per second: {distinct} with distinct prompts, {repeated} with the repeated one ({change} %).',
  'mlperf.audit.lengths':
    'The responses to the repeated prompt have {change} % more output tokens than the others, so their rates are not comparable: use --ignore-eos with one output length.',
  'mlperf.audit.prefix':
    'TPOT differs by only {tpot} %, so tokens were generated as before. TTFT differs by {ttft} %: the prefix cache saves the prompt. To audit the responses alone, start the server without it (--no-enable-prefix-caching).',
  'mlperf.audit.twoRuns': 'An audit takes two completed runs.',
  'mlperf.audit.twoRuns.remedy':
    'Name the run of distinct prompts first, then the run that repeats one. "kneepoint runs" lists them.',
  'mlperf.audit.no.load':
    'One of these runs has no fixed concurrency, so its rate does not show how fast the server is.',
  'mlperf.audit.no.load.remedy': 'Measure both with --request-rate inf and --max-concurrency.',
  'mlperf.audit.no.distinct': 'The first run sends its prompts more than once.',
  'mlperf.audit.no.distinct.remedy':
    'Raise --num-prompts above the number of requests, or leave out --duration-minutes.',
  'mlperf.audit.no.known': 'The server knew the prompts of the first run before it began.',
  'mlperf.audit.no.known.remedy':
    'Restart the server, or measure the first run with another --seed.',
  'mlperf.audit.no.repeated': 'The second run does not repeat one prompt.',
  'mlperf.audit.no.repeated.remedy':
    'Measure it with --num-prompts 1 and --duration-minutes, which repeats the prompt.',
  'mlperf.audit.no.different': 'These runs differ in server, model, dataset or concurrency.',
  'mlperf.audit.no.different.remedy': 'Measure both with the same flags, except --num-prompts.',
} as const
