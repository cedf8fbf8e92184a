// Command library-judge answers what the Go libraries behind Helm's template functions make of one question a line:
// {"ask": "...", "args": [...]} gives {"answer": ...}, or {"error": "..."} where the library refuses or panics.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/Masterminds/semver/v3"
	"github.com/gobwas/glob"
	"helm.sh/helm/v4/pkg/ignore"
)

type question struct {
	Ask  string `json:"ask"`
	Args []any  `json:"args"`
}

type verdict struct {
	Answer any    `json:"answer,omitempty"`
	Error  string `json:"error,omitempty"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var q question
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		if err := out.Encode(judge(q)); err != nil {
			panic(err)
		}
	}
}

func judge(q question) (v verdict) {
	defer func() {
		if r := recover(); r != nil {
			v = verdict{Error: fmt.Sprint(r)}
		}
	}()
	answer, err := questions[q.Ask](q.Args)
	if err != nil {
		return verdict{Error: err.Error()}
	}
	return verdict{Answer: answer}
}

func text(args []any, i int) string { return args[i].(string) }
func number(args []any, i int) int  { return int(args[i].(float64)) }

var questions = map[string]func(args []any) (any, error){
	"version":       version,
	"strictVersion": strictVersion,
	"constraint":    constraint,
	"format":        format,
	"parseTime":     parseTime,
	"duration":      duration,
	"regexp":        regularExpression,
	"url":           parseURL,
	"joinUrl":       joinURL,
	"glob":          globMatch,
	"match":         func(args []any) (any, error) { return filepath.Match(text(args, 0), text(args, 1)) },
	"ignore":        ignored,
}

func version(args []any) (any, error) {
	v, err := semver.NewVersion(text(args, 0))
	return describe(v, err)
}

func strictVersion(args []any) (any, error) {
	v, err := semver.StrictNewVersion(text(args, 0))
	return describe(v, err)
}

func describe(v *semver.Version, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	major, minor, patch := v.IncMajor(), v.IncMinor(), v.IncPatch()
	return []string{v.String(), v.Original(), v.Prerelease(), v.Metadata(), major.Original(), minor.Original(), patch.Original()}, nil
}

func constraint(args []any) (any, error) {
	c, err := semver.NewConstraint(text(args, 0))
	if err != nil {
		return nil, err
	}
	v, err := semver.NewVersion(text(args, 1))
	if err != nil {
		return nil, err
	}
	_, errs := c.Validate(v)
	reasons := []string{}
	for _, err := range errs {
		reasons = append(reasons, err.Error())
	}
	return map[string]any{"check": c.Check(v), "reasons": reasons, "text": c.String()}, nil
}

func location(name string) *time.Location {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return loc
}

// format prints the Unix second args[0] plus args[1] nanoseconds in the zone args[2] by the layout args[3].
func format(args []any) (any, error) {
	t := time.Unix(int64(number(args, 0)), int64(number(args, 1))).In(location(text(args, 2)))
	return []any{t.Format(text(args, 3)), t.String(), t.YearDay(), t.Weekday().String(), t.IsDST()}, nil
}

// parseTime reads the text args[1] by the layout args[0] in the zone args[2].
func parseTime(args []any) (any, error) {
	t, err := time.ParseInLocation(text(args, 0), text(args, 1), location(text(args, 2)))
	if err != nil {
		return nil, err
	}
	return []any{t.Unix(), t.Nanosecond(), t.String(), t.AddDate(0, 1, 1).String(), t.Round(time.Hour).Unix()}, nil
}

func duration(args []any) (any, error) {
	d, err := time.ParseDuration(text(args, 0))
	if err != nil {
		return nil, err
	}
	return []any{fmt.Sprint(int64(d)), d.String(), d.Round(time.Minute).String(), d.Truncate(time.Second).String(), d.Hours(), d.Seconds()}, nil
}

// regularExpression applies the pattern args[0] to the text args[1], with the count args[2] and the template args[3].
func regularExpression(args []any) (any, error) {
	r, err := regexp.Compile(text(args, 0))
	if err != nil {
		return nil, err
	}
	s, n, template := text(args, 1), number(args, 2), text(args, 3)
	return map[string]any{
		"match":   r.MatchString(s),
		"find":    r.FindString(s),
		"all":     append([]string{}, r.FindAllString(s, n)...),
		"replace": r.ReplaceAllString(s, template),
		"literal": r.ReplaceAllLiteralString(s, template),
		"split":   append([]string{}, r.Split(s, n)...),
		"quoted":  regexp.QuoteMeta(s),
	}, nil
}

func parseURL(args []any) (any, error) {
	u, err := url.Parse(text(args, 0))
	if err != nil {
		return nil, err
	}
	user := ""
	if u.User != nil {
		user = u.User.String()
	}
	return []string{u.Scheme, u.Host, u.Hostname(), u.Path, u.RawQuery, u.Opaque, u.Fragment, user, u.String()}, nil
}

func joinURL(args []any) (any, error) {
	u := url.URL{
		Scheme: text(args, 0), Host: text(args, 1), Path: text(args, 2), RawQuery: text(args, 3), Opaque: text(args, 4), Fragment: text(args, 5),
	}
	return u.String(), nil
}

func globMatch(args []any) (any, error) {
	g, err := glob.Compile(text(args, 0), '/')
	if err != nil {
		return nil, err
	}
	matches := []bool{}
	for _, name := range args[1].([]any) {
		matches = append(matches, g.Match(name.(string)))
	}
	return matches, nil
}

type entry struct {
	fs.FileInfo
	dir bool
}

func (e entry) IsDir() bool { return e.dir }

// ignored applies the rules args[0] to every path of args[1]; a path that ends in a slash is a directory.
func ignored(args []any) (any, error) {
	rules, err := ignore.Parse(strings.NewReader(text(args, 0)))
	if err != nil {
		return nil, err
	}
	rules.AddDefaults()
	out := []bool{}
	for _, path := range args[1].([]any) {
		name := path.(string)
		out = append(out, rules.Ignore(strings.TrimSuffix(name, "/"), entry{dir: strings.HasSuffix(name, "/")}))
	}
	return out, nil
}
