// Decisions and findings of a sweep, the knee.
export const sweepsEn = {
  'sweeps.kneeAt': 'The knee is at {load}, between {range}.',
  'sweeps.kneeBetween': 'The knee is between {range}.',
  'sweeps.kneeBeyond': 'The knee was not reached: it is beyond {load}.',
  'sweeps.kneeBelow': 'The knee is at or below {load}, the lightest load measured.',
  'sweeps.kneeTooShort':
    'No knee: runs were too short to show that the server kept up. Measure each load for {seconds} s or more.',
  'sweeps.noKneeUnmeasured': 'No knee: nothing was measured.',
  'sweeps.noKneeAtOnce':
    'No knee: all requests were sent at once, and latencies depend on how many there were.',
  'sweeps.noKneeUsable': 'No knee: no load gave usable figures.',
  'sweeps.kneeTooShortAlone': 'No knee: runs were too short to show that the server kept up.',
  'sweeps.limitForm':
    'Write it as "p95 ttft <= 300 ms", "mean tpot <= 50 ms", "errors <= 1 %" or "goodput >= 90 %".',
  'sweeps.load.rate': '{rate} requests/s',
  'sweeps.load.inFlight': '{count} in flight',
  'sweeps.load.rateAtMost': '{rate} requests/s with at most {count} in flight',
  'sweeps.load.atOnce': 'all requests at once',
  'sweeps.range': '{low} and {high}',
  'sweeps.kneeBeyondUsable': 'The knee is beyond {load}: no heavier load gave usable figures.',
  'sweeps.range.rates': '{low} and {high} requests/s',
  'sweeps.range.inFlight': '{low} and {high} in flight',
} as const
