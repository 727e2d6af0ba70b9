#!/usr/bin/env node
// Asks answerboxd over its Unix socket (docs/socket-protocol.md), and writes the
// answers with their places, or why there is none. Needs nothing but Node.
//
//   usage: ask.js QUESTION
'use strict';

const fs = require('fs');
const net = require('net');

const OWN = `${process.env.XDG_RUNTIME_DIR || ''}/answerbox.sock`;
const PATH = process.env.ANSWERBOX_SOCKET ||
    (fs.existsSync(OWN) ? OWN : '/run/answerbox/answerbox.sock');
const TIMEOUT_MS = 30000;
const MAX_REPLY_BYTES = 8 << 20;

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

// How the question was read, what to be careful of, and what was found.
function linesOf(result) {
  const lines = (result.spelling || []).map(
      ({word, taken_for}) => `Read "${word}" as "${taken_for}"`);
  if (result.asked) lines.unshift(`Asked: ${result.asked}`);
  if (result.choices) lines.push('None of these is sure:');
  if (result.differ) lines.push('The documents differ:');
  if (!result.answered) return [...lines, result.refusal.message];
  for (const answer of result.answers || [result.answer]) {
    const page = answer.page ? `, page ${answer.page}` : '';
    lines.push(answer.text, `  ${answer.document}${page}`);
    if (answer.cut) lines.push('  It goes on there.');
    const confidence = answer.scan_confidence;
    if (confidence !== undefined) {
      lines.push(`  Read from a picture (confidence ${confidence}): check the page.`);
    }
  }
  return lines;
}

ask(process.argv.slice(2).join(' '), (error, result) => {
  if (error) {
    console.error(error.message);
    process.exitCode = 1;
  } else {
    console.log(linesOf(result).join('\n'));
  }
});
