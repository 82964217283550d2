// Texts of prefill/decode pairs in the form of a launch; window-zh.ts has the Chinese ones.

export const pair = {
  way: 'a prefill/decode pair with a router',
  prefill: 'Prefill instances',
  decode: 'Decode instances',
  prefillHint: 'Each gets GPUs of its own, by its parallel sizes; prefill first.',
  decodeHint: 'Each gets GPUs of its own, by its parallel sizes; prefill first.',
  prefillFlags: 'Flags for prefill',
  decodeFlags: 'Flags for decode',
  prefillFlagsHint: 'name=value, one per line. Over the flags below, which are for both.',
  decodeFlagsHint: 'name=value, one per line. Over the flags below, which are for both.',
  router: 'Router',
  routerHint:
    'Started when all instances are healthy; its address is the server. Placeholders stand for the instances.',
  problem: {
    prefill: 'give 1 to 64 instances, and flags as name=value',
    decode: 'give 1 to 64 instances, and flags as name=value',
    router: 'give a command of at most 2,000 characters',
  },
} as const
