// Decisions and findings of a sweep, the knee.
export const sweepsEn = {
  'sweeps.kneeAt': 'Knee {load} ({range})',
  'sweeps.kneeBetween': 'Knee between {range}',
  'sweeps.kneeBeyond': 'No knee up to {load}: the server still kept up',
  'sweeps.kneeBeyondUsable': 'No knee up to {load}: no heavier load gave usable figures',
  'sweeps.kneeBelow': 'Knee at or below {load}, the lightest load measured',
  'sweeps.kneeTooShort': 'No knee: runs were too short to show that the server kept up',
  'sweeps.noKneeUnmeasured': 'No knee: nothing was measured',
  'sweeps.noKneeAtOnce':
    'No knee: all requests were sent at once, and latencies depend on how many there were',
  'sweeps.noKneeUsable': 'No knee: no load gave usable figures',
  'sweeps.limitForm':
    'Write it as "p95 ttft <= 300 ms", "mean tpot <= 50 ms", "errors <= 1 %" or "goodput >= 90 %".',
  'sweeps.load.rate': '{rate} req/s',
  'sweeps.load.inFlight': '{count} in flight',
  'sweeps.load.rateAtMost': '{rate} req/s with at most {count} in flight',
  'sweeps.load.atOnce': 'all requests at once',
  'sweeps.range': '{low} and {high}',
  'sweeps.range.rates': '{low} and {high} req/s',
  'sweeps.range.inFlight': '{low} and {high} in flight',
} as const
