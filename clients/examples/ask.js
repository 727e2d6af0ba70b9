#!/usr/bin/env node
// Asks answerboxd over its Unix socket (docs/socket-protocol.md), and writes the
// answers with their places, or why there is none. Needs nothing but Node.
//
//   usage: ask.js QUESTION
'use strict';

const net = require('net');

const PATH = process.env.ANSWERBOX_SOCKET || '/run/answerbox/answerbox.sock';
const TIMEOUT_MS = 30000;
const MAX_REPLY_BYTES = 32 << 20;

// Calls `done` with an error or with the reply's result.
function ask(question, done) {
  const request = {jsonrpc: '2.0', id: 1, method: 'ask', params: {question}};
  const received = [];
  let bytes = 0;
  const socket = net.connect(PATH);
  const end = (error, result) => {
    clearTimeout(timer);
    socket.destroy();
    done(error, result);
    done = () => {};
  };
  const timer = setTimeout(() => end(new Error('no reply in time')), TIMEOUT_MS);
  socket.write(JSON.stringify(request) + '\n');
  socket.on('error', end);
  socket.on('close', () => end(new Error('the daemon hung up')));
  socket.on('data', piece => {
    received.push(piece);
    bytes += piece.length;
    if (bytes > MAX_REPLY_BYTES) return end(new Error('a reply without end'));
    if (!piece.includes('\n')) return;
    try {
      const reply = JSON.parse(Buffer.concat(received).toString());
      end(reply.error && new Error(reply.error.message), reply.result);
    } catch (error) {
      end(error);
    }
  });
}

ask(process.argv.slice(2).join(' '), (error, result) => {
  if (error) {
    console.error(error.message);
    process.exitCode = 1;
  } else if (!result.answered) {
    console.log(result.refusal.message);
  } else {
    for (const {text, document, page} of result.answers || [result.answer]) {
      console.log(`${text}\n  ${document}${page ? `, page ${page}` : ''}`);
    }
  }
});
