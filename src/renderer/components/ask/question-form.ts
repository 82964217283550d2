// A question with its form.
import type { Component } from 'vue'
import type { Question } from '../../drafts/questions.ts'

export type QuestionForm = Readonly<{ question: Question; form: Component }>
