// Replaces texts of commands, `doctor`, `mcp` and `mlperf` in the window (electron.vite.config.ts): only a terminal or an agent shows
// them.
export const [cliEn, doctorEn, mcpMessages, mlperfMessages] = [{}, {}, {}, {}]
export const [cliZh, doctorZh, mcpMessagesZh, mlperfMessagesZh] = [{}, {}, {}, {}]
