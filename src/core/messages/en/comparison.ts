// A comparison in one sentence: what prevents a verdict, then effects.
export const comparisonEn = {
  'comparison.base': 'the baseline',
  'comparison.other': 'the other',
  'comparison.side': '{side} is not usable ({reasons})',
  'comparison.sides': '{first}; {last}',
  'comparison.notUsable': 'No verdict: {sides}',
  'comparison.differentLoads': 'Different loads: compare curves ({differences})',
  'comparison.notCompared': 'No verdict on {figures} ({differences})',
  'comparison.saturated': 'A server was saturated: no verdict on latencies',
  'comparison.setByLoad': 'the load sets the {throughput}',
  'comparison.between': '{base} against {other}',
  'comparison.points': 'points',
  'comparison.nothing': 'No metric was measured in both.',
  'comparison.comma': ', ',
  'comparison.stop': '. ',
  'comparison.within': '{effect} ({low}…{high})',
} as const
