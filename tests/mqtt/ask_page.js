// Asks what the page's server says by npm's mqtt, over a WebSocket, and reports
// the answer there, or that the connection was closed.
'use strict';

function report(what) {
  return fetch('/report', {method: 'POST', body: JSON.stringify(what)});
}

fetch('/question').then((reply) => reply.json()).then((options) => {
  const client = mqtt.connect(options.url, {
    protocolVersion: 5,
    clientId: 'page',
    username: options.username,
    password: options.password,
    reconnectPeriod: 0,
  });
  client.on('close', () => report({closed: true}));
  client.on('connect', () => client.subscribe(options.answers, {qos: 1}, () => {
    client.publish('answerbox/default/ask', options.question, {
      qos: 1,
      properties: {responseTopic: options.answers},
    });
  }));
  client.on('message', (topic, payload) => report({answer: payload.toString()}));
});
