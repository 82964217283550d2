// Registers the form of the question.
import { defineAsyncComponent } from 'vue'
import type { QuestionForm } from '#renderer/components/ask/question-form.ts'
import { gateQuestion } from './gate-question.ts'

export const gateForm: QuestionForm = {
  ...gateQuestion,
  form: defineAsyncComponent(() => import('./GateQuestion.vue')),
}
