// docs/compatibility.md: every flag of every client of the original, and what becomes of it here.
import { compatProfileNames, compatProfileSpellings } from '#core/compat/compat-profile-names.ts'
import { choiceRows } from './compat-profile-choices.ts'
import { exchangeOrigins, exchangesText, serverFindings } from './exchange-origins.ts'
import { flagsOfOurOwn, flagState } from './flag-state.ts'
import { knownClients } from './known-clients.ts'
import { leftBehind } from './left-behind.ts'

export function compatibilityPage(): string {
  const clients = knownClients()
  const known = new Set(clients.flatMap(({ flags }) => [...flags]))
  const flagRows = [...known].sort().map((flag) => {
    const { word, remark } = flagState(flag) ?? { word: 'missing', remark: '' }
    const columns = clients.map(({ flags }) => (flags.has(flag) ? '✓' : ''))
    return [`\`${flag}\``, ...columns, word, remark]
  })
  const head = ['flag', ...clients.map(({ name }) => name), 'here', 'what is different']
  return `${[
    introduction,
    '## Flags',
    flagsText,
    table(head, flagRows),
    '## Flags of our own',
    table(
      ['flag', 'meaning'],
      flagsOfOurOwn(known).map(([flag, text]) => [`\`${flag}\``, text]),
    ),
    '## Servers',
    exchangesText,
    table(['backend', 'recorded from', 'written from'], exchangeOrigins()),
    serverFindings,
    '## Compatibility profiles',
    compatProfilesText,
    table(['choice', ...compatProfileNames], choiceRows()),
    `Other words for some of them: ${spellings()}.`,
    '## What our own report adds',
    ownReportText,
    '## What no compatibility profile brings back',
    leftBehind,
  ].join('\n\n')}\n`
}

const introduction = `# Compatibility

<!-- Written by scripts/make-compatibility.ts from the code; edit there. -->

Which flags of the original \`kneepoint bench serve\` takes, and what \`--compat\` chooses. Formulas are in
[measuring.md](measuring.md).`

const flagsText = `\`2024\`, \`v0.7\` and \`v0.9\` are scripts of those days (\`benchmark_serving.py\`), \`fork\` is a private fork of spring
2025, \`Rust v0.33\` is \`vllm-rs bench serve\`, \`Omni v0.30\` is \`vllm bench serve --omni\` of vLLM-Omni, the others are releases of \`vllm bench serve\`. _done_ means the same as there; _different_ is a deliberate difference;
_refused_ is an error with the reason, because ignoring a flag would change the meaning of a result. All flags can be
written with \`_\` for \`-\`, shortened while they stay clear, and given as \`--flag=value\`.`

const ownReportText = `The profile \`kneepoint\` has the keys and rows of the newest release, and these where they apply. Nothing is added to a run
without them, and nothing with \`--compat\`.

- Responses that reason: sections \`ttfo\`, \`reasoning_time\` and \`answer_tpot\` after those of \`--percentile-metrics\`, if it is
  absent; else those it names. \`total_reasoning_tokens\`, \`mean_reasoning_tokens\`, \`reasoning_share\` and \`unanswered\`, also as rows.
- Realtime transcription: sections \`first_partial\`, \`speech_lag\`, \`max_speech_lag\`, \`final_after_speech\` and
  \`time_per_audio_second\` likewise.
- Speech, images and video: sections \`audio_ttfp\`, \`audio_rtf\`, \`audio_duration\` and \`audio_underrun\`, \`image_generation\`, or
  \`video_rtf\` and \`video_generation\` likewise, with the amounts of vLLM-Omni's client, also as rows. Responses that report the
  parts of their pipeline (\`stage_durations\`): its section \`Stage Durations\` and its keys \`stage_durations_mean\`, \`_p50\` and
  \`_p99\`. With \`--print-stage\` its section for each stage; its key \`request_stage_metrics\`, which it also writes without the flag;
  and \`per_stage_metrics\` with the printed figures and their deviations, which it does not write. Its
  datasets seed-tts, seed-tts-text, seed-tts-design, ttsd and sound-effect are read from a folder; download those on the Hub
  first. Of that client, \`openai-realtime-duplex\` and \`openai-realtime-tts\` (sessions over WebSocket that listen
  and speak), streamed image edits (\`"stream": true\` in \`--extra-body\`), the datasets daily-omni, videomme and omniinteract,
  and the scoring of speech are missing. Their source is public; they are not built. These words are
  refused, and so are its flags for them (column \`Omni v0.30\` above). That client gives up a request after 900 s unless
  \`--omni-request-timeout-s\` is given; here a request has six hours, and 0 is refused.
- Agents: sections \`time_to_solution\` and \`model_time\` likewise. \`trajectories\` and \`trajectories_per_min\`, also as rows.
- Servers that report cached tokens per request: \`total_cached_tokens\`, \`mean_cached_tokens\` and \`cached_share\`, in files only.
- Output that the client counts itself includes the reasoning; the original counts the content alone.`

const compatProfilesText = `A compatibility profile is a record of choices (\`src/core/compat\`); without \`--compat\` it is \`kneepoint\`. \`KNEEPOINT_COMPAT\` chooses one
for command lines that name none. Here is what differs between them.`

function spellings(): string {
  return Object.entries(compatProfileSpellings)
    .map(([word, compatProfile]) => `\`${word}\` (\`${compatProfile}\`)`)
    .join(', ')
}

/** A bar would begin another cell. */
function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const ruler = head.map(() => '---')
  return [head, ruler, ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n')
}
