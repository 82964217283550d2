// 对运行与负载点的判断；其句子是 core 的消息。
export const verdict = {
  title: '可信度',
}
