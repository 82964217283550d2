// Questions that can be chosen: those composed in a form of a feature only if it is there.
import { type Question, questions } from '../drafts/questions.ts'
import * as features from './features.ts'

const ofFeatures: readonly Question[] = ['compare', 'tune']
const present: readonly Question[] = Object.values<Readonly<{ question: Question }>>(features).map(
  ({ question }) => question,
)

export const offeredQuestions: readonly Question[] = questions.filter(
  (question) => !ofFeatures.includes(question) || present.includes(question),
)
