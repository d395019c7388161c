// A response that is one JSON object a line, object by object as they come.

/**
 * @param {Response} response
 * @returns {AsyncGenerator<any>} blank lines, which only keep the connection alive, come as null
 */
export async function* lines(response) {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const whole = rest.split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) yield line.trim() ? JSON.parse(line) : null;
      if (done) break;
    }
    if (rest.trim()) yield JSON.parse(rest);
  } finally {
    reader.cancel().catch(() => {});
  }
}
