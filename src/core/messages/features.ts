// Messages of features, one line per feature.
export { mcpMessages } from '#features/mcp/messages/messages.ts'
