// Registers the question whether a server is worse than a baseline.
import { defineAsyncComponent } from 'vue'
import type { QuestionForm } from '#renderer/components/ask/question-form.ts'

export const gateQuestion: QuestionForm = {
  question: 'compare',
  form: defineAsyncComponent(() => import('./GateQuestion.vue')),
}
