// Questions to choose from: those of the base, and those that a feature has a form for.
import { isOfBase, questions, type Question } from '../../drafts/questions.ts'
import * as features from './features.ts'
import type { QuestionForm } from './question-form.ts'

/** Forms of features by question. */
export const formsOfFeatures: ReadonlyMap<Question, QuestionForm['form']> = new Map(
  Object.values<QuestionForm>(features).map(({ question, form }) => [question, form]),
)

export const offeredQuestions: readonly Question[] = questions.filter(
  (question) => isOfBase(question) || formsOfFeatures.has(question),
)
