// Registers the form of the question.
import { defineAsyncComponent } from 'vue'
import type { QuestionForm } from '#renderer/components/ask/question-form.ts'
import { tuneQuestion } from './tune-question.ts'

export const tuneForm: QuestionForm = {
  ...tuneQuestion,
  form: defineAsyncComponent(() => import('./TuneQuestion.vue')),
}
