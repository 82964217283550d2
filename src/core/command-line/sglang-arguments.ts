// Converts arguments of `python -m sglang.bench_serving` to ours. Its defaults differ, so they are written out.
import { remedied, type MessageWithRemedy } from '#core/messages/message.ts'

/** Same meaning under another name; argparse also accepts prefixes of names. */
const renamed: Readonly<Record<string, string>> = {
  '--random-input': '--random-input-len',
  '--random-output': '--random-output-len',
  '--extra-request-body': '--extra-body',
  '--warmup-requests': '--num-warmups',
}

const backends: Readonly<Record<string, readonly string[]>> = {
  'sglang-oai': ['openai'],
  'sglang-oai-chat': ['openai-chat', '--endpoint', '/v1/chat/completions'],
  'vllm-chat': ['openai-chat', '--endpoint', '/v1/chat/completions'],
  'lmdeploy-chat': ['openai-chat', '--endpoint', '/v1/chat/completions'],
  'sglang-native': ['sglang'],
}

/** Omitted: this client always does so, has no equivalent, or uses the name for something else. */
const dropped: Readonly<Record<string, 'value' | 'switch'>> = {
  '--random-range-ratio': 'value',
  '--output-file': 'value',
  '--tag': 'value',
  '--disable-ignore-eos': 'switch',
  '--output-details': 'switch',
  '--return-logprob': 'switch',
  '--tokenize-prompt': 'switch',
  '--apply-chat-template': 'switch',
  '--pd-separated': 'switch',
  '--flush-cache': 'switch',
}

export function sglangArguments(
  args: readonly string[],
): Readonly<{ args: readonly string[]; notes: readonly MessageWithRemedy[] }> {
  const words = args.flatMap((word) => {
    const [, name = '', value] = /^(--[\w-]+)(?:=([^]*))?$/.exec(word) ?? []
    if (name === '') return [word]
    const flag = name.replaceAll('_', '-')
    return value === undefined ? [renamed[flag] ?? flag] : [renamed[flag] ?? flag, value]
  })
  const taken: string[] = []
  const left: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const kind = dropped[word]
    const names = taken.at(-1) === '--backend' ? (backends[word] ?? [word]) : [word]
    if (kind === undefined) taken.push(...names)
    else left.push(kind === 'value' ? `${word} ${words[++at] ?? ''}` : word)
  }
  const isKnown = (text: string) => /^--(?:disable-ignore-eos|random-range-ratio)\b/.test(text)
  const unknown = left.filter((text) => !isKnown(text))
  return {
    args: [...taken, ...defaults(taken, left)],
    notes: [
      ...lengthNotes(taken, left),
      ...unknown.map((flag) => remedied('paste.sglangFlag', { flag })),
    ],
  }
}

function defaults(taken: readonly string[], left: readonly string[]): readonly string[] {
  const has = (flag: string) => taken.includes(flag)
  const dataset = taken[taken.indexOf('--dataset-name') + 1]
  return [
    ...(has('--base-url') || has('--port') ? [] : ['--port', '30000']),
    ...(has('--dataset-name') ? [] : ['--dataset-name', 'sharegpt']),
    ...(dataset === 'random' && !has('--random-output-len') ? ['--random-output-len', '1024'] : []),
    ...(left.includes('--disable-ignore-eos') ? [] : ['--ignore-eos']),
  ]
}

/** SGLang draws lengths from 1 upwards by default; a ratio of 1 fixes them. */
function lengthNotes(
  taken: readonly string[],
  left: readonly string[],
): readonly MessageWithRemedy[] {
  const ratio = left.find((text) => text.startsWith('--random-range-ratio'))
  const share = ratio?.split(' ')[1] ?? '0'
  const isRandom = taken[taken.indexOf('--dataset-name') + 1]?.startsWith('random') === true
  return !isRandom || Number(share) === 1 ? [] : [remedied('paste.sglangLengths', { share })]
}
