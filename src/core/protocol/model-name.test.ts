import { expect, test } from 'vitest'
import { isSameModel } from './answer-reading.ts'

test.each([
  ['meta-llama/Llama-3.1-8B-Instruct', 'Llama-3.1-8B-Instruct'],
  ['Llama-3.1-8B', '/models/llama-3.1-8b'],
  ['Qwen/Qwen2.5-7B', '/root/.cache/huggingface/hub/models--Qwen--Qwen2.5-7B/snapshots/a1b2/'],
  ['qwen2.5', 'C:\\models\\qwen2.5.gguf'],
  ['llama3', 'llama3:latest'],
  ['gpt-4o', 'gpt-4o-2024-08-06'],
  ['openai/gpt-4o', 'gpt-4o-2024-08-06'],
  ['gpt-4', 'gpt-4-0613'],
  ['claude-sonnet-4', 'claude-sonnet-4-20250514'],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022'],
  ['mistral-large', 'mistral-large-2407'],
  ['gemini-1.5-pro', 'models/gemini-1.5-pro-002'],
  ['gpt-4o-2024-08-06', 'gpt-4o'],
  ['deepseek/deepseek-r1:free', 'deepseek-r1'],
  ['ft:gpt-4o-mini-2024-07-18:me::abc', 'gpt-4o-mini-2024-07-18'],
  ['sql-lora', 'sql-lora'],
])('%s and %s are one model', (requested, answered) => {
  expect(isSameModel(requested, answered)).toBe(true)
})

test.each([
  ['gpt-4o', 'gpt-4o-mini'],
  ['gpt-4o-2024-05-13', 'gpt-4o-2024-08-06'],
  ['qwen-7b', 'qwen-72b'],
  ['Llama-3.1-70B', 'Llama-3.1-70B-Instruct'],
  ['m', 'tiny-fallback-0.5b'],
  ['llama-3', 'llama-2'],
  ['sql-lora', 'llama-3'],
])('%s and %s are two', (requested, answered) => {
  expect(isSameModel(requested, answered)).toBe(false)
})
