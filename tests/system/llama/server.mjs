// Serves a model by OpenAI's `POST /v1/completions`, for tests: llama.cpp
// through its bindings for Node. Streams, and with `echo` and `logprobs` tells
// how likely a prompt's tokens are, which llama-server does not do.
//
//   node server.mjs MODEL.gguf SOCKET|PORT
//
// Prints "ready" when it listens. The folder with node_modules is the working
// directory.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [modelPath, place] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), "server.mjs"));
const { getLlama, LlamaCompletion } = await import(
  pathToFileURL(require.resolve("node-llama-cpp")).href);

const name = basename(modelPath, ".gguf");
const llama = await getLlama({
  gpu: false, build: "never", skipDownload: true, logLevel: "error",
  maxThreads: 1,
});
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: 512 });
const sequence = context.getSequence();
const completion = new LlamaCompletion({ contextSequence: sequence });

class Refusal extends Error {}

function completionOf(text, more = {}) {
  return {
    id: "cmpl-1", object: "text_completion", model: name,
    choices: [{ index: 0, text, logprobs: null, finish_reason: null, ...more }],
  };
}

function checkLength(tokens, more) {
  if (tokens + more > context.contextSize) {
    throw new Refusal(`the prompt has ${tokens} tokens, and with ${more} more ` +
      `that is longer than the context of ${context.contextSize}`);
  }
}

// The prompt itself, with the probability of each token after those before it.
async function scorePrompt(prompt) {
  const tokens = model.tokenize(prompt);
  checkLength(tokens.length, 0);
  await sequence.clearHistory();
  const results = await sequence.controlledEvaluate(
    tokens.map((token) => [token, { generateNext: { probabilities: true } }]));
  const offsets = tokens.map(
    (_, i) => [...model.detokenize(tokens.slice(0, i))].length);
  const characters = [...prompt];
  const logprobs = {
    tokens: offsets.map(
      (offset, i) => characters.slice(offset, offsets[i + 1]).join("")),
    token_logprobs: tokens.map((token, i) => i === 0 ? null
      : Math.log(results[i - 1].next.probabilities.get(token) ?? 1e-30)),
    text_offset: offsets,
    top_logprobs: null,
  };
  const usage = { prompt_tokens: tokens.length, completion_tokens: 0 };
  return {
    ...completionOf(prompt, { logprobs, finish_reason: "length" }), usage,
  };
}

async function generate(request, signal, onText) {
  const maxTokens = request.max_tokens ?? 16;
  checkLength(model.tokenize(request.prompt).length, maxTokens);
  await sequence.clearHistory();
  let tokens = 0;
  const { response, metadata } =
    await completion.generateCompletionWithMeta(request.prompt, {
      maxTokens, signal,
      temperature: request.temperature ?? 1, seed: request.seed,
      customStopTriggers: request.stop,
      onTextChunk: onText,
      onToken: (more) => { tokens += more.length; },
    });
  return {
    text: response, tokens,
    reason: metadata.stopReason === "maxTokens" ? "length" : "stop",
  };
}

async function answer(request, response, signal) {
  if (request.echo) {
    const scores = await scorePrompt(request.prompt);
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end(JSON.stringify(scores));
  }
  if (!request.stream) {
    const { text, tokens, reason } = await generate(request, signal, () => {});
    const whole = completionOf(text, { finish_reason: reason });
    whole.usage = { completion_tokens: tokens };
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end(JSON.stringify(whole));
  }
  const send = (data) => {
    if (!response.headersSent) {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
    }
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const { tokens, reason } =
    await generate(request, signal, (text) => send(completionOf(text)));
  send(completionOf("", { finish_reason: reason }));
  send({ ...completionOf(""), choices: [], usage: { completion_tokens: tokens } });
  response.end("data: [DONE]\n\n");
}

// One at a time: there is one context.
let last = Promise.resolve();

const server = createServer((message, response) => {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  let body = "";
  message.setEncoding("utf8");
  message.on("data", (piece) => { body += piece; });
  message.on("end", () => {
    last = last.then(async () => {
      if (gone.signal.aborted) return;
      try {
        if (message.url !== "/v1/completions") throw new Refusal("no such path");
        await answer(JSON.parse(body), response, gone.signal);
      } catch (error) {
        if (gone.signal.aborted) return;
        const text = JSON.stringify({ error: { message: error.message } });
        if (response.headersSent) return response.end(`data: ${text}\n\n`);
        response.writeHead(error instanceof Refusal ? 400 : 500,
          { "Content-Type": "application/json" });
        response.end(text);
      }
    });
  });
});
server.listen(/^\d+$/.test(place) ? { port: Number(place), host: "127.0.0.1" }
  : { path: place }, () => console.log("ready"));
