// Messages of prefill/decode pairs.
export const disaggregationMessages = {
  'answers.pools.prefill':
    'Prefill binds: prompts wait at {queued} of {count} instances, {waiting} on average, while {other}. Add prefill instances.',
  'answers.pools.decode':
    'Decode binds: requests wait at {queued} of {count} instances, {waiting} on average, while {other}. Add decode instances.',
  'answers.pools.transfer':
    'KV transfer binds: of {waiting} requests that wait for decode on average, {transferring} are in transfer, {ms} ms each. Check the network between the pools.',
  'answers.pools.both':
    'Both pools are full: on average {prefill} requests wait for prefill and {decode} for decode. Add instances to both.',
  'answers.pools.neither': 'Neither pool is full: {prefill}, and {decode}.',
  'answers.pools.notKnown':
    'Which pool binds is not known: for most of the run, there are no samples of {names}.',
  'answers.pools.slots': '{pool} uses {share} % of its slots',
  'answers.pools.kvCache': '{pool} uses {share} % of its KV cache',
  'answers.pools.running': '{pool} has {count} requests running',
} as const
