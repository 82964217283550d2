// Commands in scripts, guides and reports, with the arguments that are read.
import { expect, test } from 'vitest'
import { pastedBench } from './pasted-bench.ts'

/** The text; the arguments; the flags that are listed instead. */
const cases: Readonly<Record<string, readonly [string, string, string?]>> = {
  'the transcript of an assistant': [
    "**User**\n\nbench vllm serve in container vllm-qwen by port 8000 with random dataset\n\n---\n\n**Cursor**\n\nRunning the vLLM benchmark in the `vllm-qwen` container on port 8000 with the random dataset:\n\n```\ndocker exec vllm-qwen vllm bench serve \\\n  --backend openai-chat \\\n  --host 127.0.0.1 \\\n  --port 8000 \\\n  --endpoint /v1/chat/completions \\\n  --dataset-name random \\\n  --num-prompts 1000\n\nINFO 02-26 11:54:39 [__init__.py:43] Available plugins for group vllm.platform_plugins:\nNamespace(subparser='bench', bench_type='serve')\n```",
    '--backend openai-chat --host 127.0.0.1 --port 8000 --endpoint /v1/chat/completions --dataset-name random --num-prompts 1000',
  ],
  'a patch of a guide in a fence': [
    '````diff\n+### Step 4: Run Benchmark\n+Open a new terminal and run the following command.\n+```shell\n+docker exec -it Kimi-K2-Thinking vllm bench serve \\\n+  --model "moonshotai/Kimi-K2-Thinking" \\\n+  --dataset-name random \\\n+  --random-input-len 8192 \\\n+  --ignore-eos \\\n+  --trust-remote-code \n````',
    '--model moonshotai/Kimi-K2-Thinking --dataset-name random --random-input-len 8192 --ignore-eos --trust-remote-code',
  ],
  'tabs and equals signs': [
    'python3 /data/vllm/benchmarks/benchmark_serving.py \\\n\t--model /data/Qwen3-30B-A3B-Instruct-2507 \\\n\t--dataset-name random \\\n\t--random-input-len=10000 \\\n\t--random-range-ratio=0 \\\n\t--num-prompts 10 \\\n\t--ignore-eos \\\n\t--metric-percentiles="90,99"',
    '--model /data/Qwen3-30B-A3B-Instruct-2507 --dataset-name random --random-input-len=10000 --random-range-ratio=0 --num-prompts 10 --ignore-eos --metric-percentiles=90,99',
  ],
  'two commands with curl between them': [
    'single H100\n\n```bash\npython3 -m sglang.bench_serving --random-range-ratio 1 --random-input-len 8192 --random-output-len 1024 --max-concurrency 1 --num-prompts 5 --output-file llama_405b_results.jsonl --port 30000\ncurl -X POST http://localhost:30000/flush_cache\n\npython3 -m sglang.bench_serving --random-range-ratio 1 --random-input-len 8192 --random-output-len 1024 --max-concurrency 2 --num-prompts 10 --port 30000\n```',
    '--random-input-len 8192 --random-output-len 1024 --max-concurrency 1 --num-prompts 5 --port 30000 --dataset-name sharegpt --ignore-eos',
    '--output-file llama_405b_results.jsonl',
  ],
  'a command with its output': [
    "```\npython3 -m sglang.bench_serving --backend vllm --model /models/qwq-32b --served-model-name qwq-32b --host qwq-32b-v1 --port 8000 --dataset-name random --random-input 256 --random-output 10 --num-prompts=10 --random-range-ratio 1.0 --dataset-path /root/ShareGPT.json --disable-stream\n```\nOutput:\n```\nbenchmark_args=Namespace(backend='vllm')\n```",
    '--backend vllm --model /models/qwq-32b --served-model-name qwq-32b --host qwq-32b-v1 --port 8000 --dataset-name random --random-input-len 256 --random-output-len 10 --num-prompts 10 --dataset-path /root/ShareGPT.json --disable-stream --ignore-eos',
  ],
  'loops within loops': [
    'for batch_size in 16 32 64 128; do\n    for input_len in 512 8192 32768; do\n        for output_len in 32 256; do\n            max_concurrency=$((batch_size * 2))\n            echo "Running with batch-size=${batch_size}, input-len=${input_len}"\n            python -m sglang.bench_serving --backend sglang --dataset-name random \\\n                --random-input-len ${input_len} \\\n                --random-range-ratio 1 \\\n                --port 23333 \\\n                --warmup-requests 5 \\\n                --num-prompts 20 \\\n                --max-concurrency ${max_concurrency}\n        done\n    done\ndone',
    '--backend sglang --dataset-name random --port 23333 --num-warmups 5 --num-prompts 20 --random-output-len 1024 --ignore-eos',
    '--random-input-len --max-concurrency',
  ],
  'read from an array': [
    '#!/usr/bin/env bash\nset -euo pipefail\nSCALE=3\nexport MODEL_DIR=/models/gpt-oss-20b\nTEST_CASES=(\n  # "512 512 1"\n  "4096 1024 1"\n  "4096 1024 8"\n)\nPORT=8000\nfor test_case in "${TEST_CASES[@]}"; do\n  read -r INPUT_LEN OUTPUT_LEN MAX_CONCURRENCY <<< "$test_case"\n  NUM_PROMPTS=$(( MAX_CONCURRENCY * SCALE ))\n  echo "Running: input_len=${INPUT_LEN}, " \\\n       "num_prompts=${NUM_PROMPTS}"\n  vllm bench serve \\\n    --endpoint /v1/completions \\\n    --port "${PORT}" \\\n    --model $MODEL_DIR \\\n    --num-prompts "${NUM_PROMPTS}" \\\n    --max-concurrency "${MAX_CONCURRENCY}" \\\n    --ignore-eos \\\n\ndone',
    '--endpoint /v1/completions --port 8000 --model /models/gpt-oss-20b --ignore-eos',
    '--num-prompts --max-concurrency',
  ],
  'a script that sources its environment': [
    '#pip install vllm==0.3.3\nsource .venv/bin/activate\nsleep 1\nexport OPENAI_API_KEY=123\n\npython ./benchmark_serving.py --base-url http://10.0.0.5:8000 \\\n--endpoint /v1/completions \\\n--tokenizer ./tokenizer/ \\\n--request-count 1000 \\\n--max-concurrent 40\n',
    '--base-url http://10.0.0.5:8000 --endpoint /v1/completions --tokenizer ./tokenizer/ --request-count 1000 --max-concurrent 40',
  ],
  'a comment in the middle of the command': [
    '#!/bin/bash\n\n#MODEL="/software/x"\nMODEL="/models/Meta-Llama-3.1-8B-Instruct/"\nPORT=1295\nISL=8192\nCONC=32 #(4 8 16 32 64)\n\nfor i in "${!CONC[@]}"; do\n    c=${CONC[$i]}\n    ts=$(date +"%Y%m%d_%H%M%S")\n\n    # python3 /opt/benchmarks/benchmark_serving.py \\\n    python3 /tmp/bench_serving/benchmark_serving.py \\\n    --model $MODEL \\\n    --backend vllm \\\n    --base-url "http://localhost:$PORT" \\\n    --random-input-len $ISL --num-prompts 256',
    '--model /models/Meta-Llama-3.1-8B-Instruct/ --backend vllm --base-url http://localhost:1295 --random-input-len 8192 --num-prompts 256',
  ],
  'defaults of variables': [
    'set -euo pipefail\n\n# You can export these before running, or edit defaults here:\nMODEL="${MODEL:-openai/gpt-oss-120b}"\nINPUT_LEN="${INPUT_LEN:-2000}"\nconcurrencies=(10 32 64 128 256)\n\nfor c in "${concurrencies[@]}"; do\n  num_prompts=$((10 * c))\n  seed="$(date +%s)"\n\n  vllm bench serve \\\n    --model "$MODEL" \\\n    --random-input-len "$INPUT_LEN" \\\n    --max-concurrency "$c" \\\n    --num-prompts "$num_prompts" \\\n    --seed "$seed" \\\n    --percentile-metrics ttft,tpot,itl',
    '--model openai/gpt-oss-120b --random-input-len 2000 --percentile-metrics ttft,tpot,itl',
    '--max-concurrency --num-prompts --seed',
  ],
  'variables of another file': [
    'source "./settings.sh"\n\nEXTRA_FLAGS=""\n#EXTRA_FLAGS="--poisson"\n\nvllm bench serve \\\n  --backend vllm \\\n  --base-url http://${HOST}:${PORT} \\\n  --model $MODEL \\\n  --temperature $TEMPERATURE \\\n  $EXTRA_FLAGS',
    '--backend vllm',
    '--base-url --model --temperature',
  ],
  'arguments of a script': [
    '# bash client.sh /models/Llama-3.1-8B 1000 1024 1024\n\nMODEL=$1\nCONCUR=$2\nNUM=$CONCUR * 10\n\nresult_filename=CON${CONCUR}.json\npython3 ../../benchmark_serving.py \\\n    --backend vllm \\\n    --host 0.0.0.0 \\\n    --port 1119 \\\n    --model $MODEL \\\n    --num-prompts ${NUM} \\\n    --percentile-metrics "ttft,tpot,itl,e2el"',
    '--backend vllm --host 0.0.0.0 --port 1119 --percentile-metrics ttft,tpot,itl,e2el',
    '--model --num-prompts',
  ],
  'a pipe right behind a backslash': [
    'PORT=8000\nCONCURRENCY=64\nISL=6144\nMODEL_PATH=/data/models/deepseek-r1/\n\npython3 /opt/vllm/benchmarks/benchmark_serving.py --backend vllm \\\n    --model ${MODEL_PATH} \\\n    --num-prompts 1 \\\n    --random-input ${ISL} \\\n    --port ${PORT}\\\n    | tee sglang_benchmark_isl${ISL}.log',
    '--backend vllm --model /data/models/deepseek-r1/ --num-prompts 1 --random-input 6144 --port 8000',
  ],
  'products of loop variables': [
    'CONCURRENCIES=(1 32 128)\nCC_MULT=10\nMODEL=$1\nBASE_URL=http://localhost:${PORT}\nfor CONCURRENCY in "${CONCURRENCIES[@]}";\ndo\n    NUM_PROMPTS=$(($CONCURRENCY * $CC_MULT))\n    echo "===== RUNNING $MODEL ====="\n    vllm bench serve  \\\n        --base-url ${BASE_URL} \\\n        --model ${MODEL} \\\n        --dataset-name random \\\n        --seed $(date +%s) \\\n        --percentile-metrics ttft\ndone',
    '--dataset-name random --percentile-metrics ttft',
    '--base-url --model --seed',
  ],
  'docker compose run': [
    'for concurrency in 1 4 8; do\n  docker compose --profile tools run --rm benchmark \\\n    vllm bench serve --backend openai-chat --base-url http://vllm:8000 --max-concurrency "${concurrency}" --result-dir results/vllm-batching\ndone',
    '--backend openai-chat --base-url http://vllm:8000 --result-dir results/vllm-batching',
    '--max-concurrency',
  ],
  'a report with both commands': [
    '### 📚 The doc issue\n\nDeployment Command\n```bash\nvllm serve /path/to/Qwen2.5-0.5B-Instruct \\\n  --port 8000 \\\n  --disable-log-requests\n\n```\n\nBenchmark Command\n```bash\nvllm bench serve \\\n  --backend vllm \\\n  --model qwen2.5-0.5b \\\n  --num-prompts 200 \\\n  --result-filename bench_result.json\n\n```\n\nBenchmark Results\n```text\n============ Serving Benchmark Result ============\nSuccessful requests:                     200\n```',
    '--backend vllm --model qwen2.5-0.5b --num-prompts 200 --result-filename bench_result.json',
  ],
  'prose without a fence': [
    '启动成功\n\n2. 性能基准测试\n2.1 执行命令\nvllm bench serve \\\n  --model /workspace/Qwen3-32B-W4A4 \\\n  --random-input 1024 \\\n  --num-prompts 200 \\\n  --result-dir ./ \\\n  --host localhost \\\n  --endpoint /v1/completions\n\n<img width="1920" height="855" alt="Image" src="https://x" />',
    '--model /workspace/Qwen3-32B-W4A4 --random-input 1024 --num-prompts 200 --result-dir ./ --host localhost --endpoint /v1/completions',
  ],
  'a fence with the result below': [
    'serve bench\n\n```shell\nvllm bench serve --model Qwen/Qwen3-30B-A3B --dataset-name random --random-input-len 128 --num-prompts 200  --trust-remote-code  --request-rate 1\n```\n\nresult\n\n```shell\n============ Serving Benchmark Result ============\nSuccessful requests:                     200\n---------------Time to First Token----------------\n```',
    '--model Qwen/Qwen3-30B-A3B --dataset-name random --random-input-len 128 --num-prompts 200 --trust-remote-code --request-rate 1',
  ],
  'the launch before, a test below': [
    'Server:\n\nvllm serve Qwen/Qwen2.5-0.5B-Instruct \\\n  --served-model-name Qwen/Qwen2.5-0.5B-Instruct\n\nBenchmark:\n\nvllm bench serve \\\n  --backend openai-responses \\\n  --model Qwen/Qwen2.5-0.5B-Instruct \\\n  --temperature 0.0 \\\n  --seed 42\n\nAnd the targeted test suite is:\n\npytest -v tests/benchmarks/test_responses_request_func.py',
    '--backend openai-responses --model Qwen/Qwen2.5-0.5B-Instruct --temperature 0.0 --seed 42',
  ],
  'a Python fence with output': [
    "On new branch:\n```python\npython -m sglang.bench_serving \\\n  --backend sglang \\\n  --host 127.0.0.1 --port 30000 \\\n  --model Qwen/Qwen2.5-VL-7B-Instruct \\\n  --random-input-len 128 \\\n  --apply-chat-template \\\n  --warmup-requests 5 \\\n  --output-details\nbenchmark_args=Namespace(backend='sglang', base_url=None, host='127.0.0.1', dataset_path='')\n```",
    '--backend sglang --host 127.0.0.1 --port 30000 --model Qwen/Qwen2.5-VL-7B-Instruct --random-input-len 128 --num-warmups 5 --dataset-name sharegpt --ignore-eos',
    '--apply-chat-template --output-details',
  ],
  'a blank behind each backslash': [
    '```bash\nmodel_path=/data/q\nCONC=64\npython3 -m sglang.bench_serving --backend sglang-oai-chat \\\n    --model ${model_path} \\\n    --base-url=http://127.0.0.1:30000 \\\n    --max-concurrency 16 \\ \n    --num-prompts "$(( CONC * 5 ))" \\ \n    --random-input-len 128\n```',
    '--backend openai-chat --endpoint /v1/chat/completions --model /data/q --base-url http://127.0.0.1:30000 --max-concurrency 16 --num-prompts 320 --random-input-len 128 --dataset-name sharegpt --ignore-eos',
  ],
  'sums and defaults of CI': [
    'set -x\nnum_prompts=$((64*5))\nCONC=64\npython3 utils/bench_serving/benchmark_serving.py \\\n    --backend openai-chat \\\n    --num-prompts "$num_prompts" \\\n    --random-range-ratio "${RANDOM_RANGE_RATIO:-0.8}" \\\n    --ignore-eos \\\n    --max-concurrency "$CONC" \\\n    --result-filename "$RESULT_FILENAME.json"',
    '--backend openai-chat --num-prompts 320 --random-range-ratio 0.8 --ignore-eos --max-concurrency 64',
    '--result-filename',
  ],
  'variables that must be set': [
    'MODEL=${MODEL:?MODEL (model path) is required}\nPORT=${PORT:-8000}\nvllm bench serve --model "$MODEL" --port "$PORT" --num-prompts 10',
    '--port 8000 --num-prompts 10',
    '--model',
  ],
  'options that a script parses': [
    'model="microsoft/Phi-3-mini-4k-instruct"\nwhile [[ $# -gt 0 ]]; do\n  case $1 in\n    -m|--model) model="$2"; shift 2;;\n    -h|--host) host="$2"; shift 2;;\n  esac\ndone\npython benchmark_serving.py --backend openai-chat --endpoint /v1/chat/completions --model "$model" --num-prompts 10',
    '--backend openai-chat --endpoint /v1/chat/completions --num-prompts 10',
    '--model',
  ],
  'a unit of systemd': [
    '[Service]\nType=oneshot\nEnvironment=HF_HOME=/data\nExecStart=/opt/vllm/bin/vllm bench serve --model m --num-prompts 10\n',
    '--model m --num-prompts 10',
  ],
  'a make file': [
    'MODEL ?= org/m\n\nbench:\n\tvllm bench serve --model $(MODEL) --num-prompts 10\n',
    '--model org/m --num-prompts 10',
  ],
  'srun of a quoted script': [
    '#!/bin/bash\n#SBATCH -N1\nsrun --overlap bash -c "vllm bench serve --model m --num-prompts 10 --extra-body \'{\\"top_k\\": 1}\'"\n',
    '--model m --num-prompts 10 --extra-body {"top_k": 1}',
  ],
  tmux: [
    "tmux new-session -d -s bench 'vllm bench serve --model m --num-prompts 10'",
    '--model m --num-prompts 10',
  ],
  'a matrix of GitHub': [
    '    steps:\n      - name: bench\n        run: vllm bench serve --model ${{ matrix.model }} --num-prompts 10',
    '--num-prompts 10',
    '--model',
  ],
  'a template of Helm': [
    '          command: ["vllm"]\n          args: ["bench", "serve", "--model", "{{ .Values.model }}", "--num-prompts", "10"]',
    '--num-prompts 10',
    '--model',
  ],
  'a line of a log': [
    '2026-01-01 10:00:00,123 INFO runner.py:42 Running command: vllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'strings of Python side by side': [
    'cmd = (\n    f"vllm bench serve --model {model} "\n    f"--num-prompts 10 --max-concurrency 4"\n)\nsubprocess.run(cmd, shell=True)',
    '--num-prompts 10 --max-concurrency 4',
    '--model',
  ],
  'a list of Python with variables': [
    'subprocess.run(["vllm", "bench", "serve", "--model", MODEL, "--num-prompts", str(n), "--seed", "7"])',
    '--seed 7',
    '--model --num-prompts',
  ],
  'placeholders of xargs': [
    'seq 1 4 | xargs -I{} vllm bench serve --model m --num-prompts 10 --max-concurrency {}',
    '--model m --num-prompts 10',
    '--max-concurrency',
  ],
  'a launch configuration of VS Code': [
    '{"configurations": [{"name": "bench", "type": "debugpy", "program": "${workspaceFolder}/benchmarks/benchmark_serving.py", "args": ["--model", "m", "--num-prompts", "10"]}]}',
    '--model m --num-prompts 10',
  ],
  'the source of a web page': [
    '<pre><code>vllm bench serve --model m --num-prompts 10 --extra-body &#39;{&quot;top_k&quot;: 1}&#39;</code></pre>',
    '--model m --num-prompts 10 --extra-body {"top_k": 1}',
  ],
  'variables of fish': [
    'set -x MODEL org/m\nvllm bench serve --model $MODEL --num-prompts 10',
    '--model org/m --num-prompts 10',
  ],
  'variables of PowerShell': [
    '$env:MODEL = "org/m"\n$n = 10\nvllm bench serve --model $env:MODEL --num-prompts $n',
    '--model org/m --num-prompts 10',
  ],
  'variables of csh': [
    'setenv MODEL org/m\nset n = 10\nvllm bench serve --model $MODEL --num-prompts $n',
    '--model org/m --num-prompts 10',
  ],
  'the entrypoint of Compose': [
    'services:\n  bench:\n    image: vllm/vllm-openai\n    entrypoint: vllm\n    command: bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'the entrypoint of docker run': [
    'docker run --rm --entrypoint vllm vllm/vllm-openai:latest bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'kubectl run': [
    'kubectl run bench --rm -i --restart=Never --image=vllm/vllm-openai --command -- vllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'os.system': [
    "import os\nos.system('vllm bench serve --model m --num-prompts 10')",
    '--model m --num-prompts 10',
  ],
  'shlex.split': [
    'subprocess.Popen(shlex.split("vllm bench serve --model m --num-prompts 10"))',
    '--model m --num-prompts 10',
  ],
  'triple quotes': [
    'cmd = """\nvllm bench serve \\\n  --model m \\\n  --num-prompts 10\n"""',
    '--model m --num-prompts 10',
  ],
  'list plus list': [
    'cmd = ["vllm", "bench", "serve"] + ["--model", "m", "--num-prompts", "10"]',
    '--model m --num-prompts 10',
  ],
  extend: [
    'cmd = ["vllm", "bench", "serve", "--model", "m"]\ncmd += ["--num-prompts", "10"]',
    '--model m --num-prompts 10',
  ],
  apptainer: [
    'apptainer run --nv vllm.sif vllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  podman: [
    'podman run --rm -it --device nvidia.com/gpu=all docker.io/vllm/vllm-openai vllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'kubectl job': [
    'kubectl create job b --image=vllm/vllm-openai -- vllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  crontab: [
    '0 3 * * * /opt/vllm/bin/vllm bench serve --model m --num-prompts 10 >> /var/log/b.log 2>&1',
    '--model m --num-prompts 10',
  ],
  'argo inputs': [
    'args: ["bench", "serve", "--model", "{{inputs.parameters.model}}", "--num-prompts", "10"]\ncommand: [vllm]',
    '--num-prompts 10',
    '--model',
  ],
  justfile: [
    'bench model="m":\n    vllm bench serve --model {{model}} --num-prompts 10',
    '--num-prompts 10',
    '--model',
  ],
  function: [
    'bench() {\n  vllm bench serve --model "$1" --num-prompts 10\n}\nbench m',
    '--num-prompts 10',
    '--model',
  ],
  case: [
    'case $1 in\n  small) vllm bench serve --model m --num-prompts 10 ;;\n  *) exit 1 ;;\nesac',
    '--model m --num-prompts 10',
  ],
  'select default :=': [
    'vllm bench serve --model ${MODEL:=m} --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'arithmetic let': [
    'let n=5*2\nvllm bench serve --model m --num-prompts $n',
    '--model m',
    '--num-prompts',
  ],
  'printf -v / date in file': [
    'out="r_$(date +%F).json"\nvllm bench serve --model m --num-prompts 10 --save-result --result-filename "$out"',
    '--model m --num-prompts 10 --save-result',
    '--result-filename',
  ],
  'array index': [
    'MODELS=(m n)\nvllm bench serve --model ${MODELS[0]} --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'array loop': [
    'for m in "${MODELS[@]}"; do vllm bench serve --model $m --num-prompts 10; done',
    '--num-prompts 10',
    '--model',
  ],
  'while read': [
    'while read -r c; do vllm bench serve --model m --num-prompts 10 --max-concurrency $c; done < list.txt',
    '--model m --num-prompts 10',
    '--max-concurrency',
  ],
  'ssh with quotes': [
    "ssh gpu 'source ~/.venv/bin/activate && vllm bench serve --model m --num-prompts 10'",
    '--model m --num-prompts 10',
  ],
  screen: [
    'screen -dmS b bash -c "vllm bench serve --model m --num-prompts 10; exec bash"',
    '--model m --num-prompts 10',
  ],
  'jupyter %%bash': [
    '%%bash\nvllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
  'ps output': [
    'root  4242  9.0  1.2 /usr/bin/python3 /usr/local/bin/vllm bench serve --model m --num-prompts 10',
    '--model m --num-prompts 10',
  ],
}

test.each(Object.entries(cases))('%s', (_, [text, args, listed = '']) => {
  const read = pastedBench(text)
  expect(read.args.join(' ')).toBe(args)
  const flags = read.notes.flatMap(({ message: { params } }) =>
    'flag' in params && typeof params.flag === 'string' ? params.flag : [],
  )
  expect(flags.join(' ')).toBe(listed)
})
