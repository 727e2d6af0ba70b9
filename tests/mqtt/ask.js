// Asks by Node's mqtt package what the options, one argument of JSON, say; and
// writes the answer.
const fs = require('fs');
const mqtt = require('mqtt');

const options = JSON.parse(process.argv[2]);
const isFive = options.version === '5';
const settings = {
  clientId: options.clientId,
  protocolVersion: isFive ? 5 : 4,
  username: options.username,
  password: options.password,
  reconnectPeriod: 0,
};
for (const file of ['ca', 'cert', 'key']) {
  if (options[file]) settings[file] = fs.readFileSync(options[file]);
}
const protocol = (options.isWeb ? 'ws' : 'mqtt') + (options.ca ? 's' : '');
const path = options.isWeb ? '/mqtt' : '';
const client = mqtt.connect(
    `${protocol}://127.0.0.1:${options.port}${path}`, settings);

client.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
client.on('connect', () => {
  client.subscribe(options.answers, {qos: 1}, (error, granted) => {
    if (error || granted[0].qos > 2) {
      console.error('not subscribed', error);
      process.exit(1);
    }
    const properties = isFive ? {responseTopic: options.answers} : undefined;
    client.publish('answerbox/default/ask',
        JSON.stringify({id: 5, question: options.question}),
        {qos: 1, properties});
  });
});
client.on('message', (topic, payload) => {
  process.stdout.write(payload, () => client.end(false, {}, () => process.exit(0)));
});
