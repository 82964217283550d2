// A comparison in one sentence: what prevents a verdict, then effects.
export const comparisonEn = {
  'comparison.base': 'the baseline',
  'comparison.other': 'the other',
  'comparison.side': '{side} is not usable ({reasons})',
  'comparison.sides': '{first}; {last}',
  'comparison.notUsable': 'No verdict: {sides}',
  'comparison.differentLoads': 'Different loads: compare curves ({differences})',
  'comparison.notCompared': 'No verdict on {figures} ({differences})',
  'comparison.carriedBy': 'Only {side} carries this load',
  'comparison.saturated': 'A server was saturated: no verdict on latencies',
  'comparison.startSpread': 'intervals assume that starts of a server differ by {percent} %',
  'comparison.startsShown':
    'intervals allow for starts of a server that differ as {starts} stored starts did',
  'comparison.withinRuns':
    'Within these two runs: {effects}. No verdict on the servers, because their starts differ by an unknown amount',
  'comparison.setByLoad': 'the load sets the {throughput}',
  'comparison.between': '{base} against {other}',
  'comparison.none': 'none',
  'comparison.definitions': 'definitions',
  'comparison.promptTokens': 'prompt tokens per request',
  'comparison.outputTokens': 'output tokens per request',
  'comparison.points': 'points',
  'comparison.nothing': 'No metric was measured in both.',
  'comparison.comma': ', ',
  'comparison.stop': '. ',
  'comparison.within': '{effect} ({low}…{high})',
} as const
