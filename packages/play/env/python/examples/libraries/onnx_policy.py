"""Writes policies of PyTorch as models of ONNX with the header that the engine reads: a perceptron, and networks with memory (GRU, LSTM).

python onnx_policy.py [mlp|gru|lstm] [FILE]: an untrained policy for `1v1-keeper`.
"""

import io
import json
import sys
from pathlib import Path

import onnx
import torch
from torch import nn

import rcss

SIZE = 16


class Perceptron(nn.Module):
    """A policy without memory."""

    states = 0

    def __init__(self, inputs, outputs):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, SIZE), nn.Tanh(), nn.Linear(SIZE, outputs))

    def forward(self, observation):
        return self.layers(observation)


class Recurrent(nn.Module):
    """A policy with memory: a GRU has one state, an LSTM two."""

    def __init__(self, inputs, outputs, kind="gru"):
        super().__init__()
        self.states = 2 if kind == "lstm" else 1
        self.memory = (nn.LSTM if kind == "lstm" else nn.GRU)(inputs, SIZE)
        self.last = nn.Linear(SIZE, outputs)

    def forward(self, observation, *states):
        seen, after = self.memory(observation.unsqueeze(0), states if self.states == 2 else states[0])
        return (self.last(seen.squeeze(0)), *(after if self.states == 2 else (after,)))


def export(net, path, inputs, header, **options):
    """Write a policy; `header` is a policy document without layers, `options` are those of `torch.onnx.export`."""
    names = [f"state{i + 1}" for i in range(net.states)]
    example = (torch.zeros(1, inputs), *(torch.zeros(1, 1, SIZE) for _ in names))
    buffer = io.BytesIO()
    outputs = ["action", *(f"{name}_next" for name in names)]
    options = {"dynamo": False, **options}
    torch.onnx.export(net.eval(), example, buffer, input_names=["observation", *names], output_names=outputs, **options)
    model = onnx.load_from_string(buffer.getvalue())
    entry = model.metadata_props.add()
    entry.key = "rcss-policy"
    entry.value = json.dumps({"format": "rcss-policy", "version": 1, **header})
    onnx.save(model, str(path))


def create(kind, header):
    """Return a new network with the sizes that the environment of a header needs, and its number of inputs."""
    with rcss.make_batch(header["scenario"], action=header["action"], observation=header["observation"]) as batch:
        inputs, outputs = len(batch.observation_layout), len(batch.choices) + len(batch.action_layout) - 1
    net = Perceptron(inputs, outputs) if kind == "mlp" else Recurrent(inputs, outputs, kind)
    return net, inputs


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) > 1 else "gru"
    header = {"scenario": "1v1-keeper", "observation": {"type": "egocentric"}, "action": {"type": "macro"}}
    net, inputs = create(kind, header)
    export(net, Path(sys.argv[2] if len(sys.argv) > 2 else f"{kind}.onnx"), inputs, header)
