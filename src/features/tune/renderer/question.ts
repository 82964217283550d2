// Registers the form of the question.
import { defineAsyncComponent } from 'vue'
import type { QuestionForm } from '#renderer/components/ask/question-form.ts'

export const tuneForm: QuestionForm = {
  question: 'tune',
  form: defineAsyncComponent(() => import('./TuneQuestion.vue')),
}
