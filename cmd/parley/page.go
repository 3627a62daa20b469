package main

import (
	"cmp"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/web"
)

// pageConfig says who may ask the page's server, and how.
type pageConfig struct {
	proxies, hosts, origins []string
	// share is how many seats one address may have; 0 leaves some to others.
	share int
}

func pageFlags() []cli.Flag {
	return []cli.Flag{
		httpFlag(),
		&cli.StringSliceFlag{
			Name:    "trusted-proxies",
			Usage:   "networks of reverse proxies whose X-Forwarded-For tells users apart, such as 10.0.0.0/8 (default: none)",
			Sources: env("PARLEY_TRUSTED_PROXIES"),
		},
		&cli.StringSliceFlag{
			Name: "hosts", Usage: "names the page is reached by through a proxy on this machine (default: localhost alone)",
			Sources: env("PARLEY_HOSTS"),
		},
		&cli.StringSliceFlag{
			Name: "cors-origins", Usage: "other sites whose pages may ask /api/, such as https://practice.example (default: none)",
			Sources: env("PARLEY_CORS_ORIGINS"),
		},
		opsFlag(),
	}
}

func shareFlag() cli.Flag {
	return &cli.IntFlag{
		Name: "calls-per-address", Usage: "calls that one address may hold or be about to (default: all seats but one in eight)",
		Sources: env("PARLEY_CALLS_PER_ADDRESS"), HideDefault: true,
	}
}

func pageOf(c *cli.Command) pageConfig {
	return pageConfig{
		proxies: c.StringSlice("trusted-proxies"), hosts: c.StringSlice("hosts"), origins: c.StringSlice("cors-origins"),
		share: c.Int("calls-per-address"),
	}
}

// newPage is the web server's side of a configuration; w holds what does not
// come from there.
func newPage(c config, w web.Config) (*web.Server, error) {
	var err error
	if w.Proxies, err = web.ParseProxies(c.page.proxies); err != nil {
		return nil, setupError{fmt.Errorf("--trusted-proxies: %w", err)}
	}
	w.LiveKitURL = cmp.Or(c.livekit.public, c.livekit.url)
	w.Key, w.Secret, w.Agent = c.livekit.key, c.livekit.secret, c.livekit.agentName()
	w.Hosts, w.Origins = c.page.hosts, c.page.origins
	if w.Scene, err = defaultScene(c, w.Library); err != nil {
		return nil, err
	}
	s, err := web.New(w)
	if err != nil {
		return nil, setupError{err}
	}
	return s, nil
}
