import { describe, expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { pastedBench } from './pasted-bench.ts'

const args = ['--model', 'org/llama', '--num-prompts', '8']
const written = args.join(' ')
const quoted = args.map((word) => `"${word}"`).join(', ')
const items = (indent: string) =>
  args.map((word) => `${indent}- ${JSON.stringify(word)}\n`).join('')

const plain: Readonly<Record<string, string>> = {
  'as documented': `vllm bench serve ${written}`,
  'our own': `bin/kneepoint bench serve ${written}`,
  'with a prompt sign': `$ VLLM_USE_RUST_BENCH=1 vllm bench serve ${written}`,
  'the script of old': `python3 benchmarks/benchmark_serving.py ${written}`,
  'by module': `python -m vllm.entrypoints.cli.main bench serve ${written}`,
  'the Rust client': `vllm-rs bench serve ${written}`,
  'the Rust client alone': `vllm-bench ${written}`,
  'over several lines': `vllm bench serve \\\n  ${args.join(' \\\n  ')}\n`,
  'blanks behind backslashes': 'vllm bench serve \\  \n  --model org/llama \\\t\n --num-prompts 8',
  'blank lines between': `vllm bench serve \\\n\n  ${written}`,
  'no backslashes': `vllm bench serve\n  --model org/llama\n  --num-prompts 8\n`,
  'explained line by line': `# the usual one\nvllm bench serve \\   # starts it\n  --model org/llama\\  # it's "big"\n  --num-prompts 8 # few`,
  'comments as commands': 'vllm bench serve \\\n  --model org/llama \\\n  `# few` --num-prompts 8',
  'ends of lines of Windows':
    'vllm bench serve \\\r\n  --model org/llama \\\r\n  --num-prompts 8\r\n',
  PowerShell: 'PS C:\\Users\\me> vllm bench serve `\r\n  --model org/llama `\r\n  --num-prompts 8',
  'PowerShell that waits':
    'PS C:\\> vllm bench serve `\n>>  --model org/llama `\n>>  --num-prompts 8',
  cmd: 'C:\\bench>vllm bench serve ^\r\n  --model org/llama ^\r\n  --num-prompts 8',
  'a shell that waits': '$ vllm bench serve \\\n> --model org/llama \\\n> --num-prompts 8',
  'quoted by e-mail': '> Hello,\n> vllm bench serve --model org/llama \\\n>   --num-prompts 8\n',
  'a prompt of conda': `(vllm) root@gpu-03:/workspace# vllm bench serve ${written}`,
  'a prompt of Red Hat': `[me@gpu 03-x]$ vllm bench serve ${written}`,
  'a cell of a notebook': `!vllm bench serve ${written}`,
  'a trace of a shell': `+ vllm bench serve ${written}`,
  'colours of a terminal': `\u001b[32m$\u001b[0m vllm bench serve ${written}`,
  'non-breaking blanks': 'vllm bench serve --model\u00a0org/llama\u00a0--num-prompts\u00a08',
  'typographic dashes': 'vllm bench serve –model org/llama —num-prompts 8',
  'typographic quotes': 'vllm bench serve --model “org/llama” --num-prompts ‘8’',
  'invisible characters': `\ufeffvllm bench serve --model org/\u200bllama --num-prompts 8`,
  'a fence': `Run this:\n\`\`\`bash\nvllm bench serve ${written}\n\`\`\`\nIt's fast, isn't it?`,
  'prose around it': `Here's what I ran:\n\nvllm bench serve ${written}\n\nIt isn't fast.`,
  'backquotes of Markdown': `I ran \`vllm bench serve ${written}\` and got this.`,
  'behind a mark of a comment': `# vllm bench serve ${written}`,
  JSON: `["vllm", "bench", "serve", ${quoted}]`,
  Python: `cmd = [\n    "vllm", "bench", "serve",  # the client\n    ${quoted},\n]\nsubprocess.run(cmd, check=True)`,
  'numbers of Python': `['vllm', 'bench', 'serve', '--model', 'org/llama', '--num-prompts', 8]`,
  'a string of Python': `subprocess.run("vllm bench serve ${written}", shell=True)`,
  "a Dockerfile's CMD": `FROM x\nCMD ["vllm", "bench", "serve", ${quoted}]`,
  "a Dockerfile's RUN": `RUN vllm bench serve ${written}`,
  'a list of YAML': `command: ["vllm", "bench", "serve", ${quoted}]`,
  'items of YAML': `args:\n- vllm\n- bench\n- serve\n${items('')}`,
  'a container of Kubernetes': `containers:\n  - name: bench\n    image: vllm/vllm-openai\n    command: ["vllm", "bench", "serve"]\n    args:\n${items('      ')}`,
  'a container with a shell': `command: ["/bin/sh", "-c"]\nargs:\n  - |\n    vllm bench serve ${written}`,
  'folded YAML': `command: >\n  vllm bench serve\n  --model org/llama\n  --num-prompts 8\nrestart: no`,
  'a step of a workflow': `- name: bench\n  run: |\n    vllm bench serve ${written}`,
  'a value of JSON': `{"cmd": "vllm bench serve ${written}"}`,
}

describe('the arguments are found', () => {
  test.each(Object.entries(plain))('%s', (_, text) => {
    expect(pastedBench(text).args).toEqual(args)
  })

  test.each([
    'sudo -E',
    'docker exec -it box /opt/bin/env',
    'docker run --rm --network=host -e HF_TOKEN vllm/vllm-openai:v0.11.0',
    'srun -N1 -n1 --gres=gpu:1',
    'kubectl exec -it pod/vllm-0 -c bench --',
    'ssh -p 2222 me@gpu-03',
    'nohup',
    'timeout 30m',
    'time',
    'nice -n 10 taskset -c 0-7 numactl --cpunodebind=0',
    'uv run --with vllm',
    'poetry run',
    'conda run -n vllm --no-capture-output',
    'CUDA_VISIBLE_DEVICES="" env -u http_proxy',
    'cd /workspace &&',
    'for i in 1; do',
    'if true; then',
    'source .venv/bin/activate;',
    'vllm serve m --port 8000 &\n',
    'pixi run',
    'singularity exec --nv vllm.sif',
  ])('behind "%s"', (wrapper) => {
    expect(pastedBench(`${wrapper} vllm bench serve ${written}`).args).toEqual(args)
  })

  test.each([
    (command: string) => `bash -c "${command}"`,
    (command: string) => `docker exec -it vllm bash -lc '${command}'`,
    (command: string) => `ssh gpu-03 "cd /w && ${command}"`,
    (command: string) => `ssh gpu <<'EOF'\ncd /w\n${command}\nEOF`,
    (command: string) => `cat > run.sh <<EOF\n#!/bin/bash\n${command}\nEOF\nchmod +x run.sh`,
    (command: string) => `out=$(${command})`,
    (command: string) => `kubectl exec p -- sh -c "timeout 1h ${command} | tee log"`,
    (command: string) => `vllm bench sweep serve --bench-cmd '${command}' --num-runs 1`,
    (command: string) => `echo "Starting vllm bench serve now"\n${command}`,
  ])('inside %s', (around) => {
    expect(pastedBench(around(`vllm bench serve ${written}`)).args).toEqual(args)
  })

  test.each([
    ['2>&1 | tee log.txt', ['2>&1', '| tee log.txt']],
    ['> out.log', ['> out.log']],
    [';', []],
    ['&& echo "done"', ['&& echo done']],
    ['&', []],
    ['<<< y', ['<<< y']],
    ['| grep -v INFO || true', ['| grep -v INFO', '|| true']],
    ['; done', []],
  ])('before "%s", which is listed', (behind, leftOut) => {
    const { args: found, notes } = pastedBench(`vllm bench serve ${written} ${behind}`)
    expect(found).toEqual(args)
    const texts = leftOut.map((text) => `"${text}"`).join(', ')
    expect(notes.map(({ message }) => inEnglish(message))).toEqual(
      leftOut.length === 0 ? [] : [`Left out: ${texts}.`],
    )
  })
})

test.each(['=R', '(U', 'gpu=B', '+f', 'a (rb'])('"%s" in quotes of a shell is a value', (value) => {
  const text = `vllm bench serve --label '${value}' --metadata 'note=b c' "x=y z"`
  expect(pastedBench(text).args).toEqual(['--label', value, '--metadata', 'note=b c', 'x=y z'])
})

test('a list is one command', () => {
  const text = `command: ["vllm", "bench", "serve", ${quoted}]`
  expect(pastedBench(text)).toEqual({ args, notes: [] })
})

describe('variables', () => {
  test.each([
    ['MODEL=org/llama\nN=8', '--model $MODEL --num-prompts "$N"'],
    ['export MODEL="org/llama" N=8', '--model "${MODEL}" --num-prompts ${N}'],
    ['set MODEL=org/llama\nset NUM=8', '--model %MODEL% --num-prompts %NUM%'],
    ['$model = "org/llama"\n$env:N = 8', '--model $model --num-prompts $env:N'],
    ['', '--model "${MODEL:-org/llama}" --num-prompts ${N-8}'],
    ['NAME=llama', '--model org/$NAME --num-prompts $((2 * (1 + 3)))'],
    ['C=4\nMODEL=org/llama', '--model $MODEL --num-prompts $(( $C * 2 ))'],
    ['ARGS="--model org/llama"\nARGS+=" --num-prompts 8"', '$ARGS'],
    ['ARGS=(\n  --model org/llama\n  --num-prompts 8\n)', '"${ARGS[@]}"'],
    ['ARGS=(--model org/llama)\nARGS+=(--num-prompts 8)', '"${ARGS[@]}"'],
    ['MODEL := org/llama', '--model $MODEL --num-prompts 8'],
  ])('%j gives the values of %j', (before, rest) => {
    expect(pastedBench(`${before}\nvllm bench serve ${rest}`)).toMatchObject({ args, notes: [] })
  })

  test.each([
    ['--model $MODEL', '--model', '$MODEL'],
    ['--model="$MODEL"', '--model', '$MODEL'],
    ['--max-concurrency ${c}', '--max-concurrency', '${c}'],
    ['--metadata commit=$(git rev-parse HEAD)', '--metadata', '$(git rev-parse HEAD)'],
    ['--label `date +%s`', '--label', '`date +%s`'],
    ['--goodput ttft:$T e2el:3000', '--goodput', '$T'],
    ['--model <your model>', '--model', '<your model>'],
    ['--model {model}', '--model', '{model}'],
    ['--request-rate ${{ matrix.rate }}', '--request-rate', '${{ matrix.rate }}'],
    ['--seed "{{ seed }}"', '--seed', '{{ seed }}'],
  ])('%s is listed with its flag', (unknown, flag, text) => {
    const { args: found, notes } = pastedBench(`vllm bench serve ${unknown} --num-prompts 8`)
    expect(found).toEqual(['--num-prompts', '8'])
    expect(notes).toMatchObject([{ message: { params: { flag, text } } }])
  })

  test('values of a loop are listed', () => {
    const { args: found, notes } = pastedBench(
      'for c in 1 4 16; do\n vllm bench serve --max-concurrency $c --num-prompts 8\ndone',
    )
    expect(found).toEqual(['--num-prompts', '8'])
    expect(notes[0]).toMatchObject({
      message: { params: { flag: '--max-concurrency', text: '$c (1, 4, 16)' } },
    })
  })

  test('behind a switch, arguments of a variable are their own', () => {
    const { args: found, notes } = pastedBench('vllm bench serve --ignore-eos $EXTRA --seed 1')
    expect(found).toEqual(['--ignore-eos', '--seed', '1'])
    expect(notes).toMatchObject([{ message: { params: { text: '$EXTRA' } } }])
  })

  test('names of those before the command are listed, never their values', () => {
    const { notes } = pastedBench('OPENAI_API_KEY=sk-1 A=b vllm bench serve --seed 1')
    expect(notes.map(({ message }) => inEnglish(message))).toEqual([
      'Variables of the command are left out: OPENAI_API_KEY, A.',
    ])
  })
})

test('of several, the first is taken', () => {
  const { args: found, notes } = pastedBench('vllm bench serve --seed 1\nvllm bench serve --seed 2')
  expect(found).toEqual(['--seed', '1'])
  expect(notes.map(({ message }) => inEnglish(message))).toContain(
    '1 further command of this kind is left out.',
  )
})

test('a command of SGLang is translated, with its own defaults', () => {
  const { args: found, notes } = pastedBench(
    'python3 -m sglang.bench_serving --backend sglang-oai-chat --dataset-name random --random-input 512 --num-prompts 8 --flush-cache',
  )
  expect(found).toEqual([
    ...['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions'],
    ...['--dataset-name', 'random', '--random-input-len', '512', '--num-prompts', '8'],
    ...['--port', '30000', '--random-output-len', '1024', '--ignore-eos'],
  ])
  expect(notes.map(({ message }) => inEnglish(message))).toEqual([
    'SGLang draws lengths between 0 of the given length and all of it.',
    '--flush-cache of SGLang is left out.',
  ])
})

test.each([
  ['vllm serve org/llama', 'no benchmark command of vLLM or SGLang'],
  ['', 'no benchmark command of vLLM or SGLang'],
  [`vllm bench serve --extra-body '{"a": 1}`, 'is never closed'],
])('%s is refused in a sentence', (text, sentence) => {
  expect(() => pastedBench(text)).toThrow(sentence)
})

test.each([
  [`--label 'a # b'`, 'a # b'],
  ['--label a#b', 'a#b'],
  [`--label "x\n # y"`, 'x\n # y'],
  [`--label '$HOME'`, '$HOME'],
  ['--label 5$', '5$'],
  [`--label "{\\"top_k\\": 1}"`, '{"top_k": 1}'],
  [`--label ‘{“top_k”: 1}’`, '{"top_k": 1}'],
  [`--label $'it\\'s'`, "it's"],
  ['--label C:\\data\\x.json', 'C:\\data\\x.json'],
  ['--label ~/models/m', '~/models/m'],
  [`--label a\\ b`, 'a b'],
])('%s is one argument', (argument, value) => {
  expect(pastedBench(`vllm bench serve ${argument}`).args).toEqual(['--label', value])
})

test('blanks without end are passed over once', () => {
  const blanks = ' \t'.repeat(100_000)
  expect(pastedBench(`vllm bench serve${blanks}--label${blanks}x`).args).toEqual(['--label', 'x'])
})
