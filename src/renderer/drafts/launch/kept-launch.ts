// The stored part of a launch draft, so that a reload loses nothing but possible secrets.
import { serveConfigSchema } from '#core/model/launch-profile.ts'
import { isSecretVariable } from '#core/vllm/secret-flags.ts'
import { z } from 'zod'
import { emptyLaunch, type LaunchDraft, launchWays } from './launch-draft.ts'
import { runtimeKinds } from './runtime-forms.ts'

const textsLike = <Texts extends Readonly<Record<string, string>>>(texts: Texts) =>
  z
    .record(z.string(), z.string())
    .default({})
    .transform((kept): Texts => {
      const known = Object.entries(kept).filter(([name]) => name in texts)
      return { ...texts, ...Object.fromEntries(known) }
    })

/** Earlier versions kept each way as `isJob` and `job`. */
const earlierSchema = z.looseObject({ ways: z.undefined().optional() }).transform((earlier) => ({
  ...earlier,
  ways: launchWays.map(({ name }) => name).filter((name) => earlier[flagOf(name)] === true),
  wayTexts: earlier,
}))

function flagOf(name: string): string {
  return `is${name.replace(/^./, (first) => first.toUpperCase())}`
}

const draftSchema = earlierSchema.or(z.looseObject({})).pipe(
  z.object({
    runtime: z.enum(runtimeKinds).default(emptyLaunch.runtime),
    ways: z.array(z.string()).readonly(),
    wayTexts: z.object(
      Object.fromEntries(launchWays.map(({ name, empty }) => [name, textsLike(empty)])),
    ),
    text: textsLike(emptyLaunch.text),
    config: serveConfigSchema.extend({ model: z.string() }).default(emptyLaunch.config),
  }),
)

export const keptLaunchSchema = z.object({
  hostId: z.string().nullable().default(null),
  profileId: z.string().nullable().default(null),
  draft: draftSchema.default(emptyLaunch),
})

/** Keeps names if possible, so that the user sees which values to enter again. */
export function withoutSecretText({ text, config, ...draft }: LaunchDraft): LaunchDraft {
  const flags = Object.entries(config.flags).filter(([name]) => !isSecretFlag(name))
  const wayTexts = launchWays.map(({ name, empty, secretField: field }) => {
    const texts = draft.wayTexts[name] ?? empty
    return [name, { ...texts, [field]: blanked(texts[field] ?? '') }] as const
  })
  return {
    ...draft,
    wayTexts: Object.fromEntries(wayTexts),
    text: { ...text, environment: blanked(text.environment), options: blanked(text.options) },
    config: {
      ...config,
      flags: Object.fromEntries(flags),
      rawArguments: config.rawArguments.some(isSecretFlag) ? [] : config.rawArguments,
    },
  }
}

function isSecretFlag(word: string): boolean {
  const name = word.replace(/^--/, '').split('=')[0] ?? ''
  return isSecretVariable(name.replaceAll('-', '_'))
}

/** Replaces `HF_TOKEN=hf_x` with `HF_TOKEN=` anywhere; quoted values may contain spaces. */
function blanked(text: string): string {
  return text.replaceAll(/(\b[A-Za-z_]\w*)=("[^"]*"|'[^']*'|\S*)/g, (whole, name: string) =>
    isSecretVariable(name) ? `${name}=` : whole,
  )
}
