// Replaces texts of `doctor`, `mcp` and `mlperf` in the window (electron.vite.config.ts): only a terminal or an agent shows them.
export const [doctorEn, mcpMessages, mlperfMessages] = [{}, {}, {}]
export const [doctorZh, mcpMessagesZh, mlperfMessagesZh] = [{}, {}, {}]
