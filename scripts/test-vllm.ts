// `npm run test:vllm`: tries a real vLLM where there is one, which takes some minutes.
import { findVllm } from '../tests/real-vllm/find-vllm.ts'
import { tryVllm } from '../tests/real-vllm/try-vllm.ts'

const vllm = findVllm()
if (typeof vllm === 'string') console.log(`Skipped: ${vllm}`)
else await tryVllm(vllm)
