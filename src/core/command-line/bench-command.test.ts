import { expect, test } from 'vitest'
import { benchArguments } from './bench-serve-flags.ts'

const args = ['--model', 'org/llama', '--num-prompts', '8']
const written = args.join(' ')

test.each([
  { remark: 'as documented', text: `vllm bench serve ${written}` },
  { remark: 'our own', text: `bin/kneepoint bench serve ${written}` },
  {
    remark: 'with a variable and a prompt sign',
    text: `$ VLLM_USE_RUST_BENCH=1 vllm bench serve ${written}`,
  },
  { remark: 'the script of old', text: `python3 benchmarks/benchmark_serving.py ${written}` },
  { remark: 'by module', text: `python -m vllm.entrypoints.cli.main bench serve ${written}` },
  {
    remark: 'inside a container',
    text: `docker exec -it box /opt/bin/vllm bench serve ${written}`,
  },
  { remark: 'over several lines', text: `vllm bench serve \\\n  ${args.join(' \\\n  ')}\n` },
  {
    remark: 'explained line by line',
    text: `# the usual one\nvllm bench serve \\   # starts it\n  --model org/llama\\  # it's "big"\n  --num-prompts 8 # few`,
  },
])('the arguments of a command $remark', ({ text }) => {
  expect(benchArguments(text)).toEqual(args)
})

test.each([
  ['vllm serve org/llama', 'does not run a serving benchmark'],
  ['', 'does not run a serving benchmark'],
  ['vllm bench serve --model $MODEL', 'needs a shell to expand it'],
  ['vllm bench serve | tee log', 'is shell syntax'],
])('%s is refused in a sentence', (text, sentence) => {
  expect(() => benchArguments(text)).toThrow(sentence)
})

test.each([
  [`--label 'a # b'`, 'a # b'],
  ['--label a#b', 'a#b'],
  [`--label "x\n # y"`, 'x\n # y'],
])('in %j nothing is a remark', (written, value) => {
  expect(benchArguments(`vllm bench serve ${written}`)).toEqual(['--label', value])
})

test('blanks without end are passed over once', () => {
  const blanks = ' \t'.repeat(100_000)
  expect(benchArguments(`vllm bench serve${blanks}--label${blanks}x`)).toEqual(['--label', 'x'])
})
