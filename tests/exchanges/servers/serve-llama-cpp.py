"""Runs llama.cpp's own HTTP server, as PyPI's xllamacpp carries it.

    python serve-llama-cpp.py FILE.gguf PORT [--embeddings]
"""

import signal
import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.model_alias = {"m"}
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[2])
params.n_ctx = 4096
params.n_parallel = 4
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.endpoint_metrics = True
params.endpoint_slots = True
params.use_jinja = True
params.offline = True
params.warmup = True
if "--embeddings" in sys.argv:
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN

server = xllamacpp.Server(params)
print(f"llama.cpp of xllamacpp {xllamacpp.__version__} at {server.listening_address}", flush=True)
signal.sigwait({signal.SIGINT, signal.SIGTERM})
