// Sentences for the decisions of a tuning in its sweep's log.
import { loggedText, type LoggedValues } from '#core/model/sweep-log.ts'
import { message, sentences, type Text } from '../messages/message.ts'
import { percent } from './answers.ts'
import { probeEnds } from './probe.ts'
import { proposalReasons } from './propose/proposal.ts'

type Values = LoggedValues

export const tuneLogTexts = {
  chosen: (values: Values): Text => {
    const { why, expected, failure } = values
    const reason = proposalReasons.find((each) => each === why) ?? 'promising'
    const said = { setting: settingText(values), why: message(`tune.log.why.${reason}`) }
    return sentences([
      expected === undefined
        ? message('tune.log.chosen', said)
        : message('tune.log.chosen.expected', { ...said, expected }),
      ...(Number(failure ?? 0) < worthNaming
        ? []
        : [message('tune.log.failure', { percent: Math.round(100 * Number(failure)) })]),
    ])
  },
  left: (values: Values): Text => {
    const { why, capacity = '–', best = '–' } = values
    const end = probeEnds.find((each) => each === why) ?? 'measured'
    const setting = settingText(values)
    if (end === 'measured') return message('tune.log.left.measured', { setting, capacity, best })
    if (end === 'surely-worse') return message('tune.log.left.surely-worse', { setting, best })
    return message(`tune.log.left.${end}`, { setting })
  },
  compared: (values: Values): Text => {
    const { equal, exact = 0, prompts, tokens } = values
    const figures = { equal: percent(Number(equal)), exact, prompts: Number(prompts) }
    if (tokens !== undefined) return message('tune.log.answers.floor', figures)
    return message('tune.log.answers', { setting: settingText(values), ...figures })
  },
  notCompared: (values: Values): Text =>
    message('tune.log.answers.unknown', {
      setting: settingText(values),
      why: values['reason'] ?? '?',
    }),
  refining: (values: Values): Text =>
    message('tune.log.refining', { setting: settingText(values) }),
  confirming: (values: Values): Text =>
    message('tune.log.confirming', { setting: settingText(values) }),
}

/** Probability below which a failure is no more likely than for any setting. */
const worthNaming = 0.1

function settingText({ flags }: Values): Text {
  return flags === undefined || flags === '' ? message('tune.defaults') : loggedText(flags)
}
