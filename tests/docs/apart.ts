// Commands on pages that tests/docs does not run: those that a test runs elsewhere, and those that no test can run here.

/** A test by its file and title, or a reason. */
export type Apart =
  | Readonly<{ test: string; title: string }>
  /** Of a command that is run, this one has only some of the flags. */
  | Readonly<{ like: string }>
  | Readonly<{ because: string }>

const packages = (title: string): Apart => ({ test: 'tests/install/packages.test.ts', title })
const image = (title: string): Apart => ({ test: 'tests/install/image.test.ts', title })
const history: Apart = {
  test: 'src/features/gate/cli/gate.test.ts',
  title: 'of the history are a baseline, without those that are judged',
}
const predictions = {
  test: 'src/features/twin/cli/predict.test.ts',
  title: 'predicts from the runs of a server, and writes the same as JSON',
}
const rehearsal: Apart = {
  test: 'src/features/mlperf/tests/checker.test.ts',
  title: 'the checker accepts the layout and every figure, and rejects what only a submission has',
}
const audit: Apart = {
  test: 'src/features/mlperf/cli/mlperf-audit.test.ts',
  title: 'judges a run of distinct prompts and one that repeats a prompt',
}
const signing: Apart = {
  test: 'tests/security/shipped-packages.test.ts',
  title: 'a release is signed, and openssl and we find every change',
}
const records: Apart = { because: 'the record of a session on a computer with a GPU' }

export const apart: Readonly<Record<string, Apart>> = {
  'kneepoint simulate --preset quick --port 8100': {
    test: 'src/cli/main.test.ts',
    title: 'runs a simulator until Ctrl-C',
  },
  'kneepoint demo': packages('serves the window, runs a benchmark and the demo'),
  'kneepoint mlperf plan sweep.yaml --max-concurrency 1024 --gpus 8': {
    test: 'src/features/mlperf/cli/mlperf-plan.test.ts',
    title: 'plans a point in every region, and its cost',
  },
  'kneepoint bench sweep mlperf.yaml': rehearsal,
  'kneepoint bench serve … --max-concurrency 16 --num-prompts 2000 --label distinct --save-run':
    audit,
  'kneepoint bench serve … --max-concurrency 16 --num-prompts 1 --duration-minutes 2 --label repeated --save-run':
    audit,
  'kneepoint mlperf audit distinct repeated': audit,
  'kneepoint report --last --format mlperf --output curve': rehearsal,
  'kneepoint mcp': {
    test: 'src/features/mcp/cli/mcp.test.ts',
    title: 'runs a benchmark, reads it again',
  },

  'kneepoint bench serve --base-url http://gpu-host:8000 … --save-run --gpu-metrics-url http://gpu-host:9400':
    {
      test: 'tests/exporters/gpu-exporters.test.ts',
      title: 'stores what the exporter reports',
    },
  'kneepoint bench sweep --resume 3f2a': {
    test: 'src/cli/bench-sweep.test.ts',
    title: 'pauses at Ctrl-C, and goes on where it was',
  },
  'kneepoint bench sweep serve --serve-cmd "vllm serve Qwen/Qwen3-8B" --bench-cmd "vllm bench serve --model Qwen/Qwen3-8B --dataset-name random --num-prompts 200" --serve-params serve.json --bench-params bench.json --num-runs 3 --experiment-name seqs':
    {
      test: 'tests/remote/cli-sweep-serve.test.ts',
      title: 'starts the server for each setting, and runs the command after each run',
    },
  'kneepoint tune --resume 3f2a': {
    test: 'src/features/tune/cli/tune.test.ts',
    title: 'paused and resumed, it finds more seats and what fails',
  },
  'kneepoint tune tune.yaml': { like: 'kneepoint tune tune.yaml --json answer.json' },
  // Whether runs can be used as a history depends on what else this computer does, so these have runs that are made.
  'kneepoint gate gate.yaml --baseline last:20': history,
  'kneepoint gate gate.yaml --baseline last:20 --junit gate.xml': history,
  'kneepoint gate gate.yaml --baseline last:20 --candidate a.json,b.json,c.json': history,
  'kneepoint gate gate.yaml --baseline-url http://127.0.0.1:8001': {
    like: 'kneepoint gate gate.yaml --baseline-url http://127.0.0.1:8001 --junit gate.xml',
  },
  'kneepoint calibrate': {
    test: 'src/cli/calibrate.test.ts',
    title: 'a calibration is printed and kept',
  },
  'kneepoint calibrate --cross-check': {
    test: 'src/cli/calibrate.test.ts',
    title: 'a cross-check prints how far both transports are apart',
  },
  'TOKEN=PASTE-IT-HERE': {
    test: 'src/web/http-api.test.ts',
    title: 'the examples of docs/agents.md work',
  },
  'curl --silent --json \'{}\' --header "Authorization: Bearer $TOKEN" http://127.0.0.1:8787/api/v1/servers/presets':
    { test: 'src/web/http-api.test.ts', title: 'the examples of docs/agents.md work' },

  // Hosts, where only a container or a cluster differs from what is run.
  'kneepoint server launch gpu-03 -- Qwen/Qwen3-8B': {
    like: 'kneepoint server launch gpu-03 --gpus 0,1 -- Qwen/Qwen3-8B --tensor-parallel-size 2',
  },
  'kneepoint bench serve --base-url http://127.0.0.1:8000 --on gpu-03': {
    like: 'kneepoint bench serve --base-url http://127.0.0.1:8000 --on gpu-03 --num-prompts 500 --request-rate 20',
  },
  'kneepoint server launch gpu-03 --image vllm/vllm-openai:v0.28.0 -- Qwen/Qwen3-8B': {
    test: 'tests/remote/docker-servers.test.ts',
    title: 'a server in a container is watched, benchmarked',
  },
  "kneepoint server launch login-1 --slurm --partition gpu --gpus-per-node h100:2 --time-limit 4:00:00 --setup 'module load cuda' --secret VLLM_API_KEY -- Qwen/Qwen3-8B --host 0.0.0.0 --tensor-parallel-size 2":
    {
      test: 'tests/remote/slurm-servers.test.ts',
      title: 'a job waits for room, comes up on its node, is benchmarked and cancelled',
    },
  'kneepoint server launch login-1 --slurm --nodes 2 --gpus-per-node 8 --secret VLLM_API_KEY -- deepseek-ai/DeepSeek-V3 --host 0.0.0.0 --tensor-parallel-size 8 --pipeline-parallel-size 2':
    {
      test: 'tests/remote/slurm-nodes.test.ts',
      title: 'rank 0 serves, the others join it, the log shows all, and nothing is left',
    },
  "kneepoint server launch gpu-03 --gpus 0,1,2 --prefill 2 --decode 1 --prefill-flags='--max-num-seqs 16' --decode-flags='--max-num-seqs 512' -- Qwen/Qwen3-8B --max-model-len 16k":
    {
      test: 'src/features/disaggregation/tests/pair-servers.test.ts',
      title: 'the instances come up before the router, which is benchmarked; nothing is left',
    },
  'kneepoint server launch login-1 --slurm -- Qwen/Qwen3-8B --host 0.0.0.0': {
    test: 'tests/remote/slurm-servers.test.ts',
    title: 'a job waits for room, comes up on its node, is benchmarked and cancelled',
  },
  'kneepoint bench serve --base-url http://10.0.0.7:8000 --on gpu-03,gpu-04,gpu-05 --num-prompts 3000 --request-rate 600':
    {
      test: 'tests/remote/cli-several-hosts.test.ts',
      title: 'two hosts send it, and the run keeps who sent what',
    },
  'kneepoint server launch login-1 --slurm --partition gpu --gpus-per-node 4 --load-nodes 4 --load-sbatch-option=--partition=cpu -- Qwen/Qwen3-8B --host 0.0.0.0':
    {
      test: 'src/features/slurm-load/tests/cli-job-load.test.ts',
      title: 'one submission holds the server and the nodes for its load',
    },
  'kneepoint bench serve --base-url http://gpu-07:8000 --on slurm:login-1 --load-job 4711 --load-nodes 4':
    {
      test: 'src/features/slurm-load/tests/cli-job-load.test.ts',
      title: 'one submission holds the server and the nodes for its load',
    },
  'kneepoint bench serve --base-url http://10.0.0.7:8000 --on slurm:login-1 --load-nodes 8 --load-partition cpu --num-prompts 100000 --request-rate 2000':
    {
      test: 'src/features/slurm-load/tests/cli-job-load.test.ts',
      title: 'the nodes of a job send it, and the run keeps who sent what',
    },
  'kneepoint bench serve --base-url http://vllm.models.svc:8000 --on kubernetes:prod/bench --load-pods 8 --load-image node:24-slim --load-cpu 2 --load-memory 1Gi --num-prompts 100000 --request-rate 2000':
    {
      test: 'src/features/kubernetes-load/tests/bench-serve-cases.ts',
      title: 'keeps who sent what, and no credentials',
    },

  // Installing: each artifact is built and run by tests/install.
  'npm ci && npm run release': packages('serves the window, runs a benchmark and the demo'),
  'npm install --global release/kneepoint-0.1.0.tgz': packages(
    'serves the window, runs a benchmark and the demo',
  ),
  'pip install release/kneepoint-0.1.0-py3-none-manylinux_2_28_x86_64.whl': packages(
    'serves the window, runs a benchmark and the demo',
  ),
  'uvx --from release/kneepoint-0.1.0-py3-none-manylinux_2_28_x86_64.whl kneepoint demo': packages(
    'serves the window, runs a benchmark and the demo',
  ),
  'release/kneepoint-0.1.0-linux-x64 --version': packages('unpacks itself once, serves the window'),
  'docker build --tag kneepoint release/image': image(
    'is small, and runs as a user without rights',
  ),
  'docker run --read-only --tmpfs /tmp --cap-drop ALL --publish 127.0.0.1:8787:8787 --volume kneepoint:/data kneepoint':
    image('serves the window on a published port, and is healthy by its own check'),
  'docker run --rm --network host kneepoint bench serve --base-url http://127.0.0.1:8000 --dataset-name random':
    image('measures, and keeps the run in its volume'),
  "echo 'source <(kneepoint completions bash)' >> ~/.bashrc": {
    test: 'tests/shell/completion.test.ts',
    title: 'bash',
  },

  'openssl genpkey -algorithm ed25519 -out kneepoint-signing.pem': signing,
  'KNEEPOINT_SIGNING_KEY=kneepoint-signing.pem npm run release': signing,
  'openssl pkeyutl -verify -pubin -inkey release-key.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig':
    signing,
  'sha256sum --check --ignore-missing SHA256SUMS': signing,

  'apptainer build kneepoint.sif docker-daemon://kneepoint:latest': {
    because: 'needs Apptainer, which no package registry has',
  },
  'srun --ntasks 1 --cpus-per-task 4 apptainer run --bind "$HOME/kneepoint:/data" kneepoint.sif bench serve --base-url …':
    { because: 'needs Apptainer, which no package registry has' },

  'npm ci && npm start': { because: 'opens a window, which the stories of e2e do' },
  'npm ci && npm test': { because: 'it runs this test' },
  'npm run bench': { because: 'takes minutes, and its figures need a quiet computer' },
  'npm run bench -- tiny schedule': { because: 'its figures need a quiet computer' },
  'npm run bench -- --json tiny > tiny.json && node bench/write-page.ts tiny.json': {
    because: 'its figures need a quiet computer',
  },
  'KNEEPOINT_VLLM=~/vllm/.venv/bin/vllm npm run test:vllm': {
    because: 'needs an installation of vLLM',
  },
  'kneepoint host add 127.0.0.1 --name gpu --user root --port 2222 --identity-file key': records,
  'kneepoint server launch gpu --program vllm -- models/llama8b --load-format dummy --max-model-len 8192':
    records,
  'kneepoint host facts gpu': records,
  'kneepoint server stop llama8b-611ff3 --on gpu': records,

  'kneepoint verify FILE': {
    test: 'src/node/report/verify-bundle.test.ts',
    title: 'as it was written is valid, and each figure follows from its requests',
  },
  'kneepoint record --upstream http://gpu-03:8000': {
    test: 'tests/command-line/record.test.ts',
    title: 'a recording has the times, lengths and shared beginnings of the requests',
  },
  'kneepoint predict --last --limit "p99 ttft <= 500 ms"': predictions,
  'kneepoint predict light heavy burst': predictions,
  'kneepoint predict --server gpu-03 --request-rate 40': predictions,
  'kneepoint predict --last --limit "p99 ttft <= 500 ms" --demand 300': predictions,
  'kneepoint predict --last --input-len 2000 --max-num-seqs 128 --json answer.json': predictions,
}
