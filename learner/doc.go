// Package learner tries a scene out before people do: scripted learners, from the
// skilled to the rude, play it by text against the engines that would play and
// judge a call, and a Trial tells who wins, how long it takes, where they stall and
// which badges the scene has earned (docs/scenarios.md).
//
// A learner sees what a user sees, the character's lines and the bar, never the
// rubric. Given the same seed and engines that are pure, as the offline ones are, a
// trial is the same every time.
package learner
