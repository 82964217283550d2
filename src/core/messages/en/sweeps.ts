// Decisions and findings of a sweep, the knee.
export const sweepsEn = {
  'sweeps.kneeAt': 'Knee {load} ({range})',
  'sweeps.differs.server': 'server',
  'sweeps.differs.model': 'model',
  'sweeps.differs.version': 'version',
  'sweeps.differs.command': 'launch command',
  'sweeps.kneeBetween': 'Knee between {range}',
  'sweeps.kneeBetweenUnusable':
    'Knee between {range}: {count|# load|# loads} between them gave no usable figures',
  'sweeps.kneeBeyond': 'No knee up to {load}: the server still kept up',
  'sweeps.kneeBeyondUsable': 'No knee up to {load}: no heavier load gave usable figures',
  'sweeps.kneeBelow': 'Knee at or below {load}, the lightest load measured',
  'sweeps.kneeTooShort': 'No knee: runs were too short to show that the server kept up',
  'sweeps.noKneeUnmeasured': 'No knee: nothing was measured',
  'sweeps.noKneeAtOnce':
    'No knee: all requests were sent at once, and latencies depend on how many there were',
  'sweeps.noKneeHeldBack':
    'No knee: at every load, requests wait for the limit on requests in flight',
  'sweeps.noKneeUsable': 'No knee: no load gave usable figures',
  'sweeps.limitForm':
    'Write it as "p95 ttft <= 300 ms", "errors <= 1 %" or "energy-per-output-token <= 2.5 J/tok".',
  'sweeps.noFigure': 'is on no figure: {name}',
  'sweeps.noFigure.remedy':
    'Figures are mean, median or p0 to p100 of {latencies}, and others: {others}.',
  'sweeps.limit.isAtMost': 'must be "{name} {sign} …": less of it is better',
  'sweeps.limit.isAtLeast': 'must be "{name} {sign} …": more of it is better',
  'sweeps.limit.sign.remedy': 'Write {sign} after {name}.',
  'sweeps.limit.notABound': '{name} cannot have the bound {value}',
  'sweeps.limit.bound.remedy': 'Write it as "{example}".',
  'sweeps.lack.percentile': 'Ask for this percentile with --metric-percentiles.',
  'sweeps.lack.values':
    'Responses of this benchmark have no such figure: set the limit on another one.',
  'sweeps.lack.answers': 'Responses ended before an answer: raise the output length.',
  'sweeps.lack.reasoningShare':
    'No response reasons, or its reasoning was not counted: name a tokenizer.',
  'sweeps.lack.cachedShare':
    'The server reports no cached tokens: start vLLM with --enable-prompt-tokens-details.',
  'sweeps.lack.goodput': 'Say with --goodput what a good request is.',
  'sweeps.lack.gpus':
    'No GPU was sampled for long enough: use a host with nvidia-smi, or --gpu-metrics-url.',
  'sweeps.lack.price':
    'A cost needs the price of the server: "price" in a file, or --price-per-hour.',
  'sweeps.lack.engines':
    'The server does not report requests by engine: it needs several engines and /metrics.',
  'sweeps.lack.failures':
    'The file this run was imported from does not say how many requests failed.',
  'sweeps.load.rate': '{rate} req/s',
  'sweeps.load.inFlight': '{count} in flight',
  'sweeps.load.agents': '{count} concurrent agents',
  'sweeps.load.voices': '{count} concurrent voices',
  'sweeps.rateAtMost.inFlight': '{rate} req/s with at most {count} in flight',
  'sweeps.rateAtMost.agents': '{rate} req/s with at most {count} concurrent agents',
  'sweeps.rateAtMost.voices': '{rate} req/s with at most {count} concurrent voices',
  'sweeps.load.atOnce': 'all requests at once',
  'sweeps.noLimit': 'no limit',
  'sweeps.within.inFlight': '≤ {count} in flight',
  'sweeps.within.agents': '≤ {count} agents',
  'sweeps.within.voices': '≤ {count} voices',
  'sweeps.server.simulator': 'simulator {preset}',
  'sweeps.server.launched': 'a launch on {host}',
  'sweeps.range': '{low} and {high}',
  'sweeps.range.rates': '{low} and {high} req/s',
  'sweeps.range.inFlight': '{low} and {high} in flight',
  'sweeps.range.agents': '{low} and {high} concurrent agents',
  'sweeps.range.voices': '{low} and {high} concurrent voices',
} as const
