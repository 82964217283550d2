// The question in the composer. Questions of a sweep share one draft, in which each has specific parts. The selected server and
// workload carry over between questions of a sweep and of a single run.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { z } from 'zod'
import {
  firstLoad,
  firstSeconds,
  firstSweep,
  isSameLoad,
  pacedFor,
} from '../drafts/common-loads.ts'
import {
  asks,
  firstParts,
  isOfSweep,
  partsOfQuestion,
  withParts,
  questions,
  type Question,
  type QuestionParts,
  type SweepQuestion,
} from '../drafts/questions.ts'
import { useBenchmark } from './benchmark.ts'
import { stored } from './stored.ts'
import { useSweepComposer } from './sweep-composer.ts'

const keptSchema = z.object({
  chosen: z.enum(questions).default('capacity'),
  /** Duration of a held load. */
  minutes: z.string().default('60'),
})

export const useQuestion = defineStore('question', () => {
  const benchmark = useBenchmark()
  const composer = useSweepComposer()
  const kept = stored('kneepoint.question', keptSchema, localStorage)
  const before = kept.read()

  const chosen = shallowRef<Question>(before.chosen)
  const minutes = shallowRef(before.minutes)
  watch([chosen, minutes], ([question, text]) => kept.write({ chosen: question, minutes: text }))

  /** Parts of the questions composed earlier in this window. */
  const partsBefore = new Map<SweepQuestion, QuestionParts>()
  const partsName = (question: SweepQuestion) => (question === 'size' ? 'capacity' : question)

  function choose(question: Question): void {
    const last = chosen.value
    if (question === last) return
    if (isOfSweep(last) && asks(last, composer.document)) {
      partsBefore.set(partsName(last), partsOfQuestion(composer.document))
    }
    const rate = rateOf(benchmark.draft.requestRate)
    // The number of requests for an hour must not carry over to another question.
    if (last === 'hold' && rate !== null) benchmark.derive(pacedFor(rate, firstSeconds))
    carry(last, question)
    chosen.value = question
    if (isOfSweep(question)) takeParts(question)
  }

  function takeParts(question: SweepQuestion): void {
    const { document, offered } = composer
    const parts = partsBefore.get(partsName(question))
    composer.write(withParts(document, parts ?? firstParts(question, offered.load['request-rate'])))
  }

  /** Shows a question whose draft is already filled. */
  function open(question: Question): void {
    chosen.value = question
  }

  /** The draft stored in the browser may belong to another question. */
  function settle(): void {
    if (isOfSweep(chosen.value) && !asks(chosen.value, composer.document)) takeParts(chosen.value)
  }

  function carry(last: Question, next: Question): void {
    if (isOfSweep(last) === isOfSweep(next)) return
    if (isOfSweep(next)) {
      const { draft, wantedServerId } = benchmark
      if (wantedServerId !== null) composer.write({ serverIds: [wantedServerId] })
      if (!isSameLoad(draft, firstLoad)) composer.offerLoad(draft)
      return
    }
    const { workload, serverIds } = composer.document
    if (serverIds[0] !== undefined) benchmark.serverId = serverIds[0]
    if (!isSameLoad(workload, firstSweep.workload)) {
      const { requestRate = firstLoad.requestRate ?? '' } = benchmark.draft
      benchmark.offer({ ...workload, requestRate })
    }
  }

  const secondsHeld = computed(() => {
    const seconds = 60 * Number(minutes.value)
    return Number.isFinite(seconds) && seconds > 0 ? seconds : null
  })
  /** Null unless there is a finite rate and a duration. */
  const held = computed(() => {
    const rate = rateOf(benchmark.draft.requestRate)
    return rate === null || secondsHeld.value === null ? null : pacedFor(rate, secondsHeld.value)
  })
  watch(
    [chosen, held, () => benchmark.draft.numPrompts],
    ([question, pace, requests]) => {
      if (question !== 'hold' || pace === null || pace.numPrompts === requests) return
      benchmark.derive(pace)
    },
    { immediate: true },
  )

  return { chosen, minutes, secondsHeld, held, choose, open, settle }
})

/** Null if the rate is infinite or invalid. */
function rateOf(text: string | undefined): number | null {
  const rate = Number(text)
  return Number.isFinite(rate) && rate > 0 ? rate : null
}
