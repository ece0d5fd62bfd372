// A team in Go, written from team-process.schema.json with the standard library alone.
//
//	go build -o team team.go && rcss team --decide ./team --team Gophers
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Message has the fields of all messages that this team reads.
type Message struct {
	Type    string          `json:"type"`
	Version int             `json:"version"`
	ID      int             `json:"id"`
	World   World           `json:"world"`
	Action  json.RawMessage `json:"action"`
	Error   string          `json:"error"`
}

// World has what this team uses of a player's belief.
type World struct {
	Goalie   bool  `json:"goalie"`
	Kickable bool  `json:"kickable"`
	IsFirst  bool  `json:"isFirst"`
	Home     Point `json:"home"`
}

// Point is a place in the team frame, meters.
type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

type object = map[string]any

// read returns the next message; the program ends when the agent has closed the stream.
func read() Message {
	var length uint32
	if binary.Read(os.Stdin, binary.BigEndian, &length) != nil {
		os.Exit(0)
	}
	data := make([]byte, length)
	if _, err := io.ReadFull(os.Stdin, data); err != nil {
		os.Exit(0)
	}
	var message Message
	if err := json.Unmarshal(data, &message); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return message
}

func write(message object) {
	data, _ := json.Marshal(message)
	frame := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	os.Stdout.Write(append(frame, data...))
}

// skill is the name of a skill with its arguments.
type skill struct {
	name string
	args object
}

// choose returns the skills to try, the best first.
func choose(world World) []skill {
	switch {
	case world.Goalie:
		return []skill{{"keepGoal", nil}}
	case world.Kickable:
		return []skill{{"shoot", nil}, {"dribbleTo", object{"minProbability": 0.7}}, {"passTo", nil}, {"clear", nil}}
	case world.IsFirst:
		return []skill{{"tackle", nil}, {"intercept", nil}}
	}
	return []skill{{"goTo", object{"target": world.Home}}, {"scan", nil}}
}

// decide returns the action of the first skill that is possible.
func decide(id int, world World) json.RawMessage {
	for _, next := range choose(world) {
		args := next.args
		if args == nil {
			args = object{}
		}
		write(object{"type": "ask", "id": id, "skill": next.name, "args": args})
		answer := read()
		if answer.Error != "" {
			fmt.Fprintln(os.Stderr, answer.Error)
		}
		if string(answer.Action) != "null" {
			return answer.Action
		}
	}
	return json.RawMessage("null")
}

func main() {
	for {
		switch message := read(); message.Type {
		case "start":
			if message.Version != 1 {
				fmt.Fprintln(os.Stderr, "the agent has another version of the messages:", message.Version)
				os.Exit(1)
			}
			write(object{"type": "ready", "version": 1, "decides": []string{"play"}})
		case "decide":
			write(object{"type": "action", "id": message.ID, "action": decide(message.ID, message.World)})
		}
	}
}
