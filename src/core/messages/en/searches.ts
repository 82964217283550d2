// Findings of a sweep's search, the reason why it ended, and the remedy.
export const searchesEn = {
  'searches.runs': '{count|# run|# runs}',
  'searches.limit.mean': 'mean {metric}',
  'searches.limit.percentile': 'p{percentile} {metric}',
  'searches.ending.precise': 'the answer has the requested precision',
  'searches.ending.not-saturated': 'the server was not saturated at the greatest load allowed',
  'searches.ending.limit-not-binding': 'the server saturated while every limit was still met',
  'searches.ending.held-back':
    'the limit on requests in flight was reached while every limit was still met',
  'searches.ending.never-held': 'even the lightest load missed a limit',
  'searches.ending.not-together': 'no load meets every limit',
  'searches.ending.not-known': 'the figure of a limit is not known',
  'searches.ending.budget-used-up': 'all runs allowed were used up',
  'searches.ending.noisy': 'runs of one load disagree',
  'searches.ending.not-usable': 'the runs that it depends on are not usable',
  'searches.ending.no-knee': 'the knee is not between the loads measured',
  'searches.ending.client-limited': 'our own client was the limit',
  'searches.ending.ended': 'a run failed or was cancelled',
  'searches.advice.not-saturated': 'Let the search go further, or make the limits tighter.',
  'searches.advice.limit-not-binding':
    'The server is full before a limit is met: make the limits tighter, or take this load as its capacity.',
  'searches.advice.held-back':
    'Raise --max-concurrency: the server may do more than this limit lets through.',
  'searches.advice.never-held':
    'Begin at a lighter load, or make the limits wider: one request alone may be too slow for them.',
  'searches.advice.not-together':
    'Make the limits wider: more load would improve this figure, but misses another limit or is more than the server can do.',
  'searches.advice.not-known': 'Remove the limit, or see that the runs show its figure.',
  'searches.advice.budget-used-up':
    'Allow more runs, begin nearer to the answer, or ask for less precision.',
  'searches.advice.moreRuns':
    'Allow about {runs} more at loads near the answer for the requested precision, or ask for less.',
  'searches.advice.noisy':
    'Make each run longer, so that runs of one load agree, or set the limit on a lower percentile or a mean.',
  'searches.advice.not-usable':
    'See the judgement of the runs at this load, fix the reasons and search again.',
  'searches.advice.no-knee': 'Begin at a lighter load, go further, or make each run longer.',
  'searches.advice.client-limited':
    'Measure from a machine with more to spare, or with more client threads: beyond this load the client is what is measured.',
  'searches.advice.ended':
    'See why the last run failed or was cancelled. The sweep can be resumed with what it has measured.',
} as const
