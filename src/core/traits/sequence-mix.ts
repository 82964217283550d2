// A mixture of prompt and output lengths, in the notations of AIPerf's `--seq-dist`.
import { parsedJson } from '#core/base/parsed-json.ts'
import { z } from 'zod'

/** Tokens: a normal distribution, or a constant if the deviation is 0. */
type LengthSpread = Readonly<{ mean: number; deviation: number }>

export type SequencePair = Readonly<{ input: LengthSpread; output: LengthSpread; share: number }>

/** Shares sum to 1. */
export type SequenceMix = readonly SequencePair[]

/** Tolerance for percentages that users round. */
const sumTolerance = 0.1

const length = String.raw`(\d+)(?:\|(\d+(?:\.\d+)?))?`
const percent = String.raw`(\d+(?:\.\d+)?)`
const plainPair = new RegExp(String.raw`^${length},${length}:${percent}$`)
const bracketPair = new RegExp(String.raw`^\(${length},${length}\):${percent}$`)

const jsonMix = z.object({
  pairs: z.array(
    z.object({
      isl: z.int().positive(),
      osl: z.int().positive(),
      isl_stddev: z.number().min(0).default(0),
      osl_stddev: z.number().min(0).default(0),
      prob: z.number(),
    }),
  ),
})

/** `256|10,128:60;512,256:40`, `[(256,128):60,(512,256):40]` or `{"pairs": […]}`; null for anything else. */
export function readSequenceMix(text: string): SequenceMix | null {
  const pairs = pairsIn(text.replaceAll(/\s/g, ''))
  if (pairs === null) return null
  const percents = pairs.reduce((sum, { share }) => sum + share, 0)
  const isWhole = Math.abs(percents - 100) <= sumTolerance
  const isValid = pairs.every(
    ({ input, output, share }) => share > 0 && input.mean >= 1 && output.mean >= 1,
  )
  return isWhole && isValid
    ? pairs.map((pair) => ({ ...pair, share: pair.share / percents }))
    : null
}

/** Shares in percent. */
function pairsIn(text: string): SequencePair[] | null {
  if (text.startsWith('{')) return jsonPairs(text)
  if (text.startsWith('[') && text.endsWith(']'))
    return allRead(text.slice(1, -1).split(/,(?=\()/), bracketPair)
  return allRead(text.replace(/;$/, '').split(';'), plainPair)
}

function allRead(texts: readonly string[], pattern: RegExp): SequencePair[] | null {
  const pairs = texts.flatMap((text) => {
    const found = pattern.exec(text)
    if (found === null) return []
    const [inputMean, inputDeviation, outputMean, outputDeviation, share] = found
      .slice(1)
      .map((digits: string | undefined) => Number(digits ?? 0))
    return [
      {
        input: { mean: inputMean ?? 0, deviation: inputDeviation ?? 0 },
        output: { mean: outputMean ?? 0, deviation: outputDeviation ?? 0 },
        share: share ?? 0,
      },
    ]
  })
  return pairs.length === texts.length ? pairs : null
}

function jsonPairs(text: string): SequencePair[] | null {
  const read = jsonMix.safeParse(parsedJson(text)).data
  if (read === undefined) return null
  return read.pairs.map(({ isl, osl, isl_stddev, osl_stddev, prob }) => ({
    input: { mean: isl, deviation: isl_stddev },
    output: { mean: osl, deviation: osl_stddev },
    share: prob,
  }))
}

export type RandomLengthChoice = Readonly<{
  seqDist: string | null
  inputLen: number | null
  outputLen: number | null
  randomInputLen: number
  randomOutputLen: number
}>

/** Mean tokens per request of the random dataset, without its prefix. */
export function meanRandomLengths(config: RandomLengthChoice): { input: number; output: number } {
  const mix = config.seqDist === null ? null : readSequenceMix(config.seqDist)
  if (mix === null) {
    return {
      input: config.inputLen ?? config.randomInputLen,
      output: config.outputLen ?? config.randomOutputLen,
    }
  }
  const mean = (side: 'input' | 'output') =>
    mix.reduce((sum, pair) => sum + pair.share * pair[side].mean, 0)
  return { input: mean('input'), output: mean('output') }
}
