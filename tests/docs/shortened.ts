// Loads of documented commands, shorter: what a page says of them does not depend on how long they last.

/** Shorter, with the same meaning. Each stands in a command or in a file of a page. */
const shorter: readonly (readonly [string | RegExp, string])[] = [
  ['num-prompts: 1000', 'num-prompts: 64'],
  [
    'random-input-len: 256\n  random-output-len: 128',
    'random-input-len: 32\n  random-output-len: 16',
  ],
  [
    'random-input-len: 256\n  random-output-len: 64',
    'random-input-len: 32\n  random-output-len: 16',
  ],
  ['repeats: 3', 'repeats: 1'],
  ['repeats: 10', 'repeats: 3'],
  ['request-rate: 4..128 x2', 'request-rate: 16..32 x2'],
  ['seconds-per-point: 10 s', 'seconds-per-point: 1 s'],
  ['seconds-per-point: 5 s', 'seconds-per-point: 1 s'],
  ['num-prompts: 100,\n  }\nsearch', 'num-prompts: 40,\n  }\nsearch'],
  ['seconds-per-run: 10 s', 'seconds-per-run: 1 s'],
  ['simulator: l4-qwen-3b', 'simulator: quick'],
  // One request a second takes minutes for enough of them.
  ['objective: request-rate ', 'objective: { capacity: request-rate, from: 16, up-to: 64 } '],
  [/- simulator: quick(?!\n +start-up)/, '- { simulator: quick, start-up: 0 }'],
  ['runs: 300, wall-clock: 2 h', 'runs: 10, wall-clock: 20 s'],
  ['--num-prompts 500 --request-rate 20', '--num-prompts 10 --request-rate 20'],
  ['--num-prompts 200 --request-rate 10', '--num-prompts 10 --request-rate 10'],
  ['--num-prompts 120', '--num-prompts 60'],
]

/** A command or a file of a page, with shorter loads. */
export function shortened(text: string): string {
  return shorter.reduce((now, [long, short]) => now.replace(long, short), text)
}
