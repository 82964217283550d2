import { expect, test } from 'vitest'
import { preferredLanguage } from './languages.ts'

test.each([
  { wanted: ['zh-CN', 'en'], language: 'zh' },
  { wanted: ['de-DE', 'zh-TW'], language: 'zh' },
  { wanted: ['en-GB', 'zh'], language: 'en' },
  { wanted: ['fr'], language: 'en' },
  { wanted: [], language: 'en' },
])('a user who wants $wanted gets $language', ({ wanted, language }) => {
  expect(preferredLanguage(wanted)).toBe(language)
})
